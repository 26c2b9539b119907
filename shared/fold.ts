import { plainSpelling } from './plain-spelling.ts'

/**
 * Marks that a spelling may omit: accents, vowel points and cantillation of Arabic, Hebrew and Syriac, variation selectors.
 * The vowels of Indic scripts stay.
 */
const MARKS =
  /[[\p{Mn}\p{Me}]&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]]+/gv
/** Control characters, too, are left out. */
const CONTROLS = /[\p{Cc}--\s]/gv
const PLAIN = /^[\t-\r -_a-~]*$/

/** Letters without a decomposition in Unicode, and how they are commonly written without them. */
const LETTERS: Record<string, string> = Object.fromEntries(
  `æ:ae œ:oe ø:o ß:ss đ:d ð:d ɖ:d ɗ:d þ:th ł:l ħ:h ŧ:t ŋ:n ı:i ɨ:i ĸ:k ƙ:k ƒ:f ə:e ɛ:e ɔ:o ɓ:b ƀ:b ɠ:g ǥ:g ƴ:y ʉ:u ς:σ ґ:г
   ٱ:ا ى:ي ی:ي ې:ي ے:ي ة:ه ۃ:ه ہ:ه ھ:ه ە:ه ک:ك ڪ:ك ں:ن`
    .split(/\s+/)
    .map((pair) => pair.split(':')),
)
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/**
 * Folds a text for searching and sorting: "Größe", "GROSSE" and "grosse" become equal, as do "main-d’œuvre" and
 * "main-d'oeuvre", and the forms of an Arabic letter. Titles, names and search documents are stored folded and search
 * terms are folded too, so that both databases only compare code points and their collations make no difference.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  // Upper case turns ı into I and the iota subscript into a letter.
  const bare = plainSpelling(text)
    .replace(CONTROLS, '')
    .toUpperCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .toUpperCase()
  // The decomposition of a full-width sign may be another spelling, too.
  const lower = plainSpelling(bare.toLowerCase()).replace(LETTER, (letter) => LETTERS[letter]!)
  return lower.replace(MARKS, '').normalize('NFKC')
}

/**
 * The folded beginning of a text, for stored and indexed values: one Arabic ligature folds to eighteen letters, so a text
 * of twenty thousand would need eighteen times the space and time of the longest allowed one.
 * @param longest characters that the original may have; the folded text may have twice as many
 */
export function foldWithin(text: string, longest: number): string {
  const folded = fold(text)
  if (folded.length <= 2 * longest) return folded
  // Don't leave half of a surrogate pair.
  return folded.slice(0, 2 * longest).replace(/[\ud800-\udbff]$/, '')
}

/** A folded text, and for each of its units the range of the original that it came from. */
export interface Folded {
  text: string
  starts: number[]
  ends: number[]
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Like `fold` with positions, but slow: for the few hundred characters around a hit. */
export function foldInPlace(original: string): Folded {
  const folded: Folded = { text: '', starts: [], ends: [] }
  for (const { segment, index } of graphemes.segment(original)) {
    for (const unit of fold(segment)) {
      folded.text += unit
      for (let i = 0; i < unit.length; i++) {
        folded.starts.push(index)
        folded.ends.push(index + segment.length)
      }
    }
  }
  return folded
}
