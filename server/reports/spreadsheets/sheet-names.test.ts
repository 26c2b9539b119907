import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SheetNames } from './sheet-names.ts'

test('a title becomes a name that a spreadsheet takes', () => {
  const names = new SheetNames()
  expect(names.take("Finished 1/5–31/5: [Operations] 'high'")).toBe('Finished 1 5–31 5   Operations')
  expect(names.take('Overdue')).toBe('Overdue')
  expect(names.take('OVERDUE')).toBe('OVERDUE 2')
  expect(names.take('')).toBe('Sheet')
  expect(names.take('History')).toBe('History 2')
})

test('whatever is wanted, names are short, plain and each there once', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 30 }), (wanted) => {
      const names = new SheetNames()
      const taken = wanted.map((one) => names.take(one))
      for (const name of taken) {
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(31)
        expect(name).not.toMatch(/[[\]:*?/\\'\p{Cc}]/u)
        expect(name.isWellFormed()).toBe(true)
      }
      expect(new Set(taken.map((name) => name.toLowerCase())).size).toBe(taken.length)
    }),
  )
})
