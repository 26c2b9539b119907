import { expect, test } from 'vitest'
import { compareNames, formatDate, formatList, formatNumber } from './formats.ts'

test('numbers, lists, dates and the order of names are those of the language', () => {
  expect(formatNumber(1284.25)).toBe('1,284.25')
  expect(formatNumber(1284.25, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })).toBe('+1,284.3')
  expect(formatList(['PDF', 'DOC', 'DOCX'])).toBe('PDF, DOC, and DOCX')
  expect(formatList(['PDF', 'DOC', 'DOCX'], 'disjunction')).toBe('PDF, DOC, or DOCX')
  const at = new Date('2026-11-28T22:30:00Z')
  expect(formatDate(at, { timeZone: 'Asia/Dhaka', dateStyle: 'medium', timeStyle: 'short' })).toBe('29 Nov 2026, 04:30')
  expect(['Zoe', 'Émile', 'anna'].toSorted(compareNames)).toEqual(['anna', 'Émile', 'Zoe'])
})
