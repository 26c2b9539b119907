import { count } from './count.ts'

/**
 * Error message for a text that is too long. A field's own `maxLength` would silently cut off a pasted text.
 * @returns undefined while the text is short enough
 */
export function tooLong(text: string, most: number): string | undefined {
  return text.length > most ? `At most ${count(most)} characters; this has ${count(text.length)}` : undefined
}
