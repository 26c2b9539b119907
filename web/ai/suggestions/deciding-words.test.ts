import { expect, test } from 'vitest'
import type { DecidingWord } from '../../../shared/ai.ts'
import { markDecidingWords } from './deciding-words.ts'

const TITLE = 'Stop a manifest when the number is reused'
const word = (text: string, weight: number, more: Partial<DecidingWord> = {}): DecidingWord => ({
  field: 'title',
  start: TITLE.indexOf(text),
  end: TITLE.indexOf(text) + text.length,
  text,
  weight,
  about: 'priority',
  ...more,
})

test('words are marked in their places, in whatever order they came', () => {
  expect(markDecidingWords(TITLE, 'title', [word('reused', 0.2), word('manifest', 1), word('Stop', -0.5)])).toEqual([
    { text: 'Stop', weight: 'against' },
    { text: ' a ', weight: null },
    { text: 'manifest', weight: 'much' },
    { text: ' when the number is ', weight: null },
    { text: 'reused', weight: 'little' },
  ])
})

test('words of the other field and words that are not there are left out', () => {
  const elsewhere = [word('manifest', 1, { field: 'description' }), word('manifest', 1, { start: 3, end: 11 })]
  expect(markDecidingWords(TITLE, 'title', elsewhere)).toEqual([{ text: TITLE, weight: null }])
})

test('words that overlap are marked once, and no letter is lost', () => {
  const pieces = markDecidingWords(TITLE, 'title', [word('manifest', 1), word('manifest when', 0.5)])
  expect(pieces.map(({ text }) => text).join('')).toBe(TITLE)
  expect(pieces.filter(({ weight }) => weight !== null)).toHaveLength(1)
})

test('an empty text has no pieces', () => {
  expect(markDecidingWords('', 'description', [word('manifest', 1)])).toEqual([])
})
