import { expect, test } from 'vitest'
import { diffWords, type Piece } from './word-diff.ts'

/** Changed pieces in brackets. */
const shown = (pieces: Piece[]) => pieces.map((piece) => (piece.changed ? `[${piece.text}]` : piece.text)).join('')

test('only the words that differ are marked, a changed phrase as one piece', () => {
  const { one, other } = diffWords(
    'Let them correct only that line, within 24 hours of the rejection, and keep the text.',
    'Let them correct that line until discharge begins, and keep the text.',
  )
  expect(shown(one)).toBe('Let them correct [only] that line[, within 24 hours of the rejection], and keep the text.')
  expect(shown(other)).toBe('Let them correct that line [until discharge begins], and keep the text.')
})

test('equal texts have no marks', () => {
  expect(diffWords('The same', 'The same')).toEqual({
    one: [{ text: 'The same', changed: false }],
    other: [{ text: 'The same', changed: false }],
  })
})

test('an added text is marked on its side only', () => {
  const { one, other } = diffWords('', 'New words')
  expect(one).toEqual([])
  expect(other).toEqual([{ text: 'New words', changed: true }])
})

test('the pieces give the text back letter by letter, line breaks and other scripts included', () => {
  const a = 'Réception des\nmanifestes — niveau 2\n\n- قائمة البضائع 🚢'
  const b = 'Réception du\nmanifeste — niveau 3\n\n- قائمة السفن 🚢 '
  const { one, other } = diffWords(a, b)
  expect(one.map((piece) => piece.text).join('')).toBe(a)
  expect(other.map((piece) => piece.text).join('')).toBe(b)
})

test('two very long different texts are marked whole instead of compared for minutes', () => {
  const { one } = diffWords('alpha beta '.repeat(4000), 'gamma delta '.repeat(4000))
  expect(one.filter((piece) => piece.changed)).toHaveLength(1)
})

test('two small changes far apart in a long text are two marks', () => {
  const middle = 'alpha beta gamma '.repeat(2000)
  const { one, other } = diffWords(`First ${middle}last`, `Second ${middle}end`)
  expect(one.filter((piece) => piece.changed).map((piece) => piece.text)).toEqual(['First', 'last'])
  expect(other.filter((piece) => piece.changed).map((piece) => piece.text)).toEqual(['Second', 'end'])
})
