export const NUMBER_WORDS: readonly string[] = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
]
const OTHER_NUMBERS: Record<string, number> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
  dozen: 12,
  couple: 2,
}

/** The whole number of a word: "14", "two", "a dozen". */
export function numberIn(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  if (/^\d{1,6}$/.test(word)) return Number(word)
  const index = NUMBER_WORDS.indexOf(word)
  return index >= 0 ? index : Object.hasOwn(OTHER_NUMBERS, word) ? OTHER_NUMBERS[word] : undefined
}

const ORDINALS = ['first', 'second', 'third', 'fourth']
/** "3rd", "third": 3. */
export function ordinalIn(word: string | undefined): number | undefined {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word ?? '')
  if (digits) return Number(digits[1])
  const index = ORDINALS.indexOf(word ?? '')
  return index >= 0 ? index + 1 : undefined
}
