import { expect, test } from 'vitest'
import { commonBeginning, uninflected } from './inflections.ts'

test.each([
  ['fee', 'fees'],
  ['fine', 'fines'],
  ['tax', 'taxes'],
  ['duty', 'duties'],
  ['delay', 'delays'],
  ['process', 'processes'],
  ['apply', 'applied'],
])('%s and %s compare as equal, and a search for one finds the other', (a, b) => {
  expect(uninflected(a)).toBe(uninflected(b))
  expect(b).toContain(commonBeginning(a))
  expect(a).toContain(commonBeginning(b))
})

test.each([
  ['gas', 'gas'],
  ['eu', 'eu'],
  ['address', 'address'],
])('%s stays as it is', (word, same) => {
  expect(uninflected(word)).toBe(same)
})

test('a search for a long word finds its other forms', () => {
  expect('recording').toContain(commonBeginning('record'))
  expect('record').toContain(commonBeginning('recording'))
  expect('charging').toContain(commonBeginning('charges'))
})

test.each(['station', 'nation', 'use', 'eu'])('the beginning of %s is long enough to search for', (word) => {
  expect(commonBeginning(word).length).toBeGreaterThanOrEqual(Math.min(3, word.length))
})
