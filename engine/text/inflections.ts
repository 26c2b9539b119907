/**
 * An English word without its plural or past ending, so that its forms compare as equal: "fee" for "fees", "tax" for "taxes",
 * "duty" for "duties", "apply" for "applied". Other words may lose a letter, which is harmless if both sides pass through here.
 */
export function uninflected(word: string): string {
  return word.replace(/(?<=..)ie[ds]$/, 'y').replace(/(?<=.(?:ss|sh|ch|x))es$|(?<=..[^s])s$/, '')
}

const ENDING = /(?:ations?|ings?|ies|ied|ed|es|s|ly)$/

/** A word without its ending; short words are left alone. */
export function withoutEnding(word: string): string {
  return word.length > 5 ? word.replace(ENDING, '') : word
}

/** A part that the forms of a word begin with, for substring searches: "dut" for "duty" and "duties", "record" for "recording". */
export function commonBeginning(word: string): string {
  const base = uninflected(word)
  const stem = withoutEnding(base)
  return (stem.length > 3 ? stem : base).replace(/(?<=.....)e$|(?<=...)y$/, '')
}
