import { expect, test } from 'vitest'
import { StringTable } from './string-table.ts'

test('each distinct string gets a number and is found again, in any script', () => {
  const table = new StringTable()
  const texts = [
    '',
    'manifest',
    '関税',
    'Straße',
    'é',
    'x'.repeat(5000),
    ...Array.from({ length: 3000 }, (_, i) => `n${i}`),
  ]
  expect(texts.map((text) => table.add(text))).toEqual(texts.map((_, i) => i))
  table.trim()
  expect(table.add('関税')).toBe(2)
  expect(table.add('added after it was trimmed')).toBe(texts.length)
  expect(texts.map((text) => table.find(text))).toEqual(texts.map((_, i) => i))
  expect(texts.map((_, i) => table.at(i))).toEqual(texts)
  expect(table.at(texts.length)).toBe('added after it was trimmed')
  expect(table.find('manifes')).toBe(-1)
  expect(table).toHaveLength(texts.length + 1)
})
