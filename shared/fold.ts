/** Combining marks shared between scripts: accents, Arabic vowel signs, variation selectors. Indic vowels stay. */
const MARKS = /[\p{Script=Inherited}&&\p{Mn}]+/gv
const PLAIN = /^[\0-\x7f]*$/

/**
 * Folds a text for searching and sorting: "Größe", "GROSSE" and "grosse" become equal, as do full-width, ligature and
 * accented spellings. Titles, names and search documents are stored folded and search terms are folded too, so that both
 * databases only compare code points and their collations make no difference.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  // Upper case turns ß into SS, ı into I and the iota subscript into a letter. Lower case has a separate final sigma.
  const bare = text.toUpperCase().normalize('NFKD').replace(MARKS, '').toUpperCase()
  return bare.toLowerCase().replaceAll('ς', 'σ').replace(MARKS, '').normalize('NFKC')
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
