import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldWithin } from './fold.ts'

test.each([
  ['Größe', 'grosse'],
  ['GROSSE', 'grosse'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
  ['ﬁle', 'file'],
  ['Łódź Ελλάς', 'łodz ελλασ'],
  ['İstanbul ısı', 'istanbul isi'],
  ['Crème Brûlée', 'creme brulee'],
  ['कि', 'कि'],
  ['❤️', '❤'],
  ['한국', '한국'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
    { numRuns: 2000 },
  )
})

test('the way a text is composed or cased makes no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
      expect(fold(text.toUpperCase())).toBe(fold(text))
    }),
    { numRuns: 1000 },
  )
})

test('a text that folds to many times its length is folded to twice the longest that may be stored', () => {
  expect(fold('ﷺ')).toHaveLength(18)
  const folded = foldWithin('ﷺ'.repeat(200), 200)
  expect(folded).toBe(fold('ﷺ'.repeat(200)).slice(0, 400))
  expect(foldWithin('ß'.repeat(200), 200)).toBe('s'.repeat(400))
  expect(foldWithin('x'.repeat(399) + '𝔞𐐀', 200).isWellFormed()).toBe(true)
})
