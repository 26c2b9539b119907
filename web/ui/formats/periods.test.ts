import { expect, test } from 'vitest'
import { periodWords } from './periods.ts'

test('a period is said without repeating month or year', () => {
  expect(periodWords('2026-11-16', '2026-11-22')).toBe('16–22 Nov 2026')
  expect(periodWords('2026-09-28', '2026-10-04')).toBe('28 Sep – 4 Oct 2026')
  expect(periodWords('2025-12-29', '2026-01-04')).toBe('29 Dec 2025 – 4 Jan 2026')
  expect(periodWords('2026-11-16', '2026-11-16')).toBe('16 Nov 2026')
})
