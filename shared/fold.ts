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
