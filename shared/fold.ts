/** Marks that a script borrows from its neighbours: accents, Arabic vowel signs, variation selectors. Indic vowels stay. */
const MARKS = /[\p{Script=Inherited}&&\p{Mn}]+/gv
const PLAIN = /^[\0-\x7f]*$/

/**
 * A text reduced to what people mean when they search or sort: "Größe", "GROSSE" and "grosse" are one, as are full-width,
 * ligature and accented spellings. Titles, names and search documents are stored in this form, and searched texts are
 * brought into it, so both engines only ever compare code points and no collation of theirs can make them differ.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  // Upper case turns ß into SS, ı into I and the iota beneath into a letter. Lower case has a sigma for the end of words.
  const bare = text.toUpperCase().normalize('NFKD').replace(MARKS, '').toUpperCase()
  return bare.toLowerCase().replaceAll('ς', 'σ').replace(MARKS, '').normalize('NFKC')
}

/**
 * The folded beginning of a text, for what is stored and indexed: one Arabic ligature folds to eighteen letters, and twenty
 * thousand of them would take eighteen times the room and the time that the longest text may take.
 * @param longest characters that the text itself may have; the folded one may have twice as many
 */
export function foldWithin(text: string, longest: number): string {
  const folded = fold(text)
  if (folded.length <= 2 * longest) return folded
  // No half of a character that takes two units.
  return folded.slice(0, 2 * longest).replace(/[\ud800-\udbff]$/, '')
}

/** A text as the search reads it, and for each of its units the place in the original that it came from. */
export interface Folded {
  text: string
  starts: number[]
  ends: number[]
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As `fold`, but slow: for the few hundred characters around a hit. */
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
