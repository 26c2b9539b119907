import { expect, test } from 'vitest'
import { sizeInWords } from './sizes.ts'

test.each([
  [0, '0 bytes'],
  [512, '512 bytes'],
  [4096, '4.0 kB'],
  [15_300_000, '15 MB'],
  [10 * 1024 * 1024, '10 MB'],
  [2_000_000_000, '1.9 GB'],
])('%i bytes read %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})
