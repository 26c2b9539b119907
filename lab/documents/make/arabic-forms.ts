/**
 * First presentation form of each Arabic letter (the isolated one; then final and, with four forms, initial and medial). A font
 * that composes letters from parts gives a PDF from which they cannot be read back; these forms are single glyphs.
 */
const TWO_FORMS: Record<string, number> = {
  آ: 0xfe81,
  أ: 0xfe83,
  ؤ: 0xfe85,
  إ: 0xfe87,
  ا: 0xfe8d,
  ة: 0xfe93,
  د: 0xfea9,
  ذ: 0xfeab,
  ر: 0xfead,
  ز: 0xfeaf,
  و: 0xfeed,
  ى: 0xfeef,
}
const FOUR_FORMS: Record<string, number> = { ئ: 0xfe89, ب: 0xfe8f, ت: 0xfe95, ي: 0xfef1 }
// In Unicode order, four code points each.
;[...'ثجحخ'].forEach((letter, i) => (FOUR_FORMS[letter] = 0xfe99 + 4 * i))
;[...'سشصضطظعغفقكلمنه'].forEach((letter, i) => (FOUR_FORMS[letter] = 0xfeb1 + 4 * i))

/** Our font composes the isolated kaf from parts; its final form looks nearly the same. */
const ISOLATED_KAF = 0xfed9

/** A word in the presentation forms that its letters take in context. */
export function joinLetters(word: string): string {
  const letters = [...word]
  return letters
    .map((letter, i) => {
      const afterJoin = FOUR_FORMS[letters[i - 1] ?? ''] !== undefined
      const next = letters[i + 1] ?? ''
      const four = FOUR_FORMS[letter]
      if (four === undefined) {
        const two = TWO_FORMS[letter]
        return two === undefined ? letter : String.fromCodePoint(two + Number(afterJoin))
      }
      const beforeJoin = FOUR_FORMS[next] !== undefined || TWO_FORMS[next] !== undefined
      const form = four + Number(afterJoin) + 2 * Number(beforeJoin)
      return String.fromCodePoint(form === ISOLATED_KAF ? form + 1 : form)
    })
    .join('')
}
