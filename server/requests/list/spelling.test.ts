import { expect, test } from 'vitest'
import { nearest, editDistance, maxTypos } from './spelling.ts'

test.each([
  ['custms', 'customs', 1],
  ['recieve', 'receive', 1],
  ['seel', 'seal', 1],
  ['declaraton', 'declaration', 1],
  ['clasification', 'classificatoin', 2],
  ['ab', 'ba', 1],
  ['tarrif', 'tariff', 1],
  ['adresse', 'address', 2],
  ['same', 'same', 0],
])('%s and %s are %i apart', (one, other, slips) => {
  expect(editDistance(one, other, 2)).toBe(slips)
  expect(editDistance(other, one, 2)).toBe(slips)
})

test('comparing stops early when words are too far apart', () => {
  expect(editDistance('customs', 'border', 2)).toBeNull()
  expect(editDistance('seal', 'sealing', 2)).toBeNull()
  expect(editDistance('seal', 'meals', 1)).toBeNull()
})

test('short words, figures and codes are taken as they are', () => {
  expect(['abc', '2026', 'hs8471', 'a-b-c-d', 'seal', 'customs', 'declaration'].map(maxTypos)).toEqual([
    0, 0, 0, 0, 1, 1, 2,
  ])
})

test('of two equally near words the more frequent one is chosen', () => {
  const uses = new Map([
    ['meal', 1],
    ['seal', 5],
    ['deal', 5],
    ['zeal', 2],
    ['peel', 99],
  ])
  expect(nearest('weal', uses)).toBe('deal')
  expect(nearest('sael', uses)).toBe('seal')
  expect(nearest('gate', uses)).toBeNull()
})
