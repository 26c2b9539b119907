import { expect, test } from 'vitest'
import { alignPlace } from './align-place.ts'

function aligned(extracted: string, passage: string, shown: string, from = 0): string | null {
  const start = extracted.indexOf(passage, from)
  const place = alignPlace(extracted, { page: 1, start, end: start + passage.length }, shown)
  return place && shown.slice(place.start, place.end)
}

test('a passage is found where blanks and line ends differ', () => {
  const shown = 'Head\nThe portal should show\nthe remaining  quantity. End'
  expect(aligned('The portal should show the remaining quantity. End', 'show the remaining quantity.', shown)).toBe(
    'show\nthe remaining  quantity.',
  )
})

test('a word divided at the end of a line is the same word', () => {
  expect(aligned('The declaration is late.', 'declaration', 'The decla-\nration is late.')).toBe('decla-\nration')
})

test('of several occurrences the nearest one is meant', () => {
  const text = 'Seal it. Then lift it. Seal it.'
  const start = text.lastIndexOf('Seal it')
  expect(alignPlace(text, { page: 4, start, end: start + 7 }, text)).toEqual({ page: 4, start, end: start + 7 })
})

test('a passage whose end reads differently is found by its beginning', () => {
  const extracted = 'The duty officer must be told at once by telephone.'
  expect(aligned(extracted, extracted, 'The duty officer must be told at once by T E L.')).toMatch(/^The duty officer/)
})

test('ligatures and the shapes of Arabic letters are their letters', () => {
  expect(aligned('The office first', 'office first', 'The o\ufb03ce \ufb01rst')).toBe('o\ufb03ce \ufb01rst')
  expect(aligned('\u0633\u0644\u0627\u0645', '\u0633\u0644\u0627\u0645', 'x \ufeb3\ufefc\ufee1')).toBe(
    '\ufeb3\ufefc\ufee1',
  )
})

test('a passage with a footnote in its middle goes from its beginning to its end', () => {
  const extracted = 'The surety association supports the printing of the bond number on documents.'
  const shown = 'The surety association supports the printing 12 of the bond number on documents. More.'
  expect(aligned(extracted, extracted, shown)).toBe(shown.slice(0, -6))
})

test('a passage that is not on the page is not found', () => {
  expect(aligned('Something else entirely', 'Something else', 'Nothing of it')).toBeNull()
  expect(alignPlace('abc', { page: 1, start: 1, end: 1 }, 'abc')).toBeNull()
})
