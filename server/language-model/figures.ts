import { plainText } from './said.ts'

const REQUEST = /\bRFD[-\s–]*\d+(?:[-\s–]+\d+)*/gi
const SMALL =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const IN_WORDS = new Map<string, string>([
  ...SMALL.split(' ').map((word, n) => [word, String(n + 2)] as const),
  ...TENS.split(' ').map((word, n) => [word, String(10 * n + 20)] as const),
  ['zero', '0'],
  ['none', '0'],
  ['dozen', '12'],
  ['hundred', '100'],
  ['hundreds', '100'],
  ['thousand', '1000'],
  ['thousands', '1000'],
  ['million', '1000000'],
  ['half', 'half'],
])
/** "This one" and "no one" count nothing. */
const COUNTED_ONE = /\b(?:only|just|exactly) one\b|\bone (?:\w+ ){0,2}(?:requests?|days?|weeks?|months?|persons?|of)\b/i

/** Request numbers whole, every other figure by its value, whether in digits or in words. */
export function figuresIn(text: string): Set<string> {
  const { figures, rest } = digitsIn(text)
  for (const [word] of rest.toLowerCase().matchAll(/[a-z]+/g)) {
    const figure = IN_WORDS.get(word)
    if (figure !== undefined) figures.add(figure)
  }
  if (COUNTED_ONE.test(rest)) figures.add('1')
  return figures
}

/** The same without the words; `rest` is the text without request numbers. */
export function digitsIn(text: string): { figures: Set<string>; rest: string } {
  const figures = new Set<string>()
  const rest = plainText(text)
    .normalize('NFKC')
    .replace(REQUEST, (number) => {
      figures.add(number.toUpperCase().replace(/[\s–]+/g, '-'))
      return ' '
    })
  for (const [digits] of rest.matchAll(/\p{N}+(?:[.,]\p{N}+)*/gu)) {
    figures.add(digits.replace(/,(?=\d{3}\b)/g, '').replace(/^0+(?=\d)/, ''))
  }
  return { figures, rest }
}
