import { plainText } from './model-text.ts'

const REQUEST = /\bRFD[-\s–]*\d+(?:[-\s–]+\d+)*/gi

/** Request numbers as a whole; every other figure without thousands separators and leading zeros. */
export function numbersIn(text: string): Set<string> {
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
  return figures
}
