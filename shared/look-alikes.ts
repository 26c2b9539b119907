import { fold } from './fold.ts'

/** Letters and digits that are read as others: Cyrillic, Greek, then Latin ones and digits, each above what it is taken for. */
const SEEN = [...'авсԁеһніјкморԛѕтуѵԝхӏ', ...'αβεηικμνορτυχζ', ...'ıl1|0ɑɡ']
const READ = [...'abcdehhijkmopqstyvwxi', ...'abehikmvoptyxz', ...'iiiioag']
const TAKEN_FOR = new Map(SEEN.map((letter, i) => [letter, READ[i]!]))

/**
 * Two names with the same key are one to the eye: case, accents, white space, invisible characters and letters of other
 * scripts that look the same make no difference. Only for comparing, never for showing.
 */
export function lookAlikeKey(text: string): string {
  const plain = fold(text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
  return [...plain.replace(/\s+/gu, ' ').trim()].map((letter) => TAKEN_FOR.get(letter) ?? letter).join('')
}
