import { count } from './count.ts'

/**
 * Said instead of cut off: a field's own limit would drop the end of a pasted text without a word.
 * @returns undefined while the text is short enough
 */
export function tooLong(text: string, most: number): string | undefined {
  return text.length > most ? `At most ${count(most)} characters; this has ${count(text.length)}` : undefined
}
