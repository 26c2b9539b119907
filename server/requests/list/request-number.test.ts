import { expect, test } from 'vitest'
import { numbersIn } from './request-number.ts'

test.each(['42', '0042', '#42', 'rfd 42', 'RFD-42', ' 42 '])('%s names number 42 of any year', (text) => {
  expect(numbersIn(text)).toEqual([{ number: 42, year: null }])
})

test.each([
  'RFD-2026-0042',
  'RFD-2026-42',
  'rfd 2026 0042',
  'RFD20260042',
  'RFD - 2026 - 0042',
  '2026-42',
  '2026/0042',
  'rfd_2026_42',
  'ＲＦＤ－2026－0042',
])('%s names number 42 of 2026', (text) => {
  expect(numbersIn(text)[0]).toEqual({ number: 42, year: '2026' })
})

test('digits alone may be a year with a number or one long number', () => {
  expect(numbersIn('20260042')).toEqual([
    { number: 42, year: '2026' },
    { number: 20_260_042, year: null },
  ])
})

test.each(['seal 42', '42 seals', 'rfd', '2026-', 'RFD-2026-0042b', '1234567890', '-', ''])('%s names none', (text) => {
  expect(numbersIn(text)).toEqual([])
})
