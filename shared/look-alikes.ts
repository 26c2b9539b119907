import { fold } from './fold.ts'

/** Look-alike letters and digits: Cyrillic, Greek, then Latin and digits, each above the letter it is mistaken for. */
const SEEN = [...'авсԁеһніјкморԛѕтуѵԝхӏ', ...'αβεηικμνορτυχζ', ...'ıl1|0ɑɡ']
const READ = [...'abcdehhijkmopqstyvwxi', ...'abehikmvoptyxz', ...'iiiioag']
const TAKEN_FOR = new Map(SEEN.map((letter, i) => [letter, READ[i]!]))

/**
 * Names with the same key look the same: case, accents, white space, invisible characters and look-alike letters of other
 * scripts make no difference. For comparison only, never for display.
 */
export function lookAlikeKey(text: string): string {
  return [...fold(text).replace(/\s+/gu, ' ').trim()].map((letter) => TAKEN_FOR.get(letter) ?? letter).join('')
}
