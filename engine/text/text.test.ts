import { expect, test } from 'vitest'
import { textOf, tokenize } from './text.ts'

const words = (text: string) => tokenize(text).map((token) => token.text)

test('every word keeps its place in the original text', () => {
  const text = 'Doesn’t <b>work</b>: Größe ändern!'
  for (const token of tokenize(text).filter(({ kind }) => kind === 'word')) {
    expect(text.slice(token.start, token.end).toLowerCase()).toContain(token.text.slice(0, 3))
  }
  expect(words(text)).toEqual(["doesn't", 'work', 'größe', 'ändern', '‹!›'])
})

test('code, links, versions and checkboxes become marks, identifiers also their parts', () => {
  const actual = words(
    'See https://www.example.org/a?b=1 and getUserName in v1.2.3 [x] ```js\nthrow new Error(1)\n``` end',
  )
  expect(actual).toEqual(
    expect.arrayContaining([
      '‹url›',
      '‹example.org›',
      'getusername',
      'user',
      '‹version›',
      '‹box›',
      '‹code›',
      'error',
      'end',
    ]),
  )
})

test('scripts without spaces are tokenised into bigrams', () => {
  expect(words('税関申告')).toEqual(['税関', '関申', '申告'])
})

test('unclosed code, half tags, lone surrogates and very long input are tokenised without an error', () => {
  for (const text of [
    '```',
    '<!--',
    '<a '.repeat(5000),
    '\ud800 x',
    'a'.repeat(1_000_000),
    '@@@@',
    '!'.repeat(1000),
    '\u0000',
  ]) {
    expect(() => tokenize(textOf(text))).not.toThrow()
  }
  expect(tokenize('word '.repeat(100_000)).length).toBeLessThanOrEqual(4000)
})

test('values that are not strings are read as empty, numbers as their digits', () => {
  expect([textOf(null), textOf(undefined), textOf({}), textOf(NaN), textOf(404)]).toEqual(['', '', '', '', '404'])
})
