/** Joins class names, leaving out what is false, null or empty. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** The five tones of the design. The word or shape beside it carries the meaning, never the tone alone. */
export type Tone = 'blue' | 'amber' | 'green' | 'red' | 'grey'
