import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldInPlace, foldWithin } from './fold.ts'

test.each([
  ['Größe', 'grosse'],
  ['GROSSE', 'grosse'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
  ['ﬁle', 'file'],
  ['Łódź Ελλάς', 'lodz ελλασ'],
  ['İstanbul ısı', 'istanbul isi'],
  ['Crème Brûlée', 'creme brulee'],
  ['कि', 'कि'],
  ['❤️', '❤'],
  ['한국', '한국'],
  ['‘’ʼʻ`´＇׳', "'".repeat(8)],
  ['“a” „b‟ «c» צה״ל', '"a" "b" "c" צה"ל'],
  ['a‐b‑c‒d–e—f−g－h־i', 'a-b-c-d-e-f-g-h-i'],
  ['Œuvre Ærø Đakovo Straße STRAẞE Þór Ðe Ħal', 'oeuvre aero dakovo strasse strasse thor de hal'],
  ['inter\u00admodal zero\u200bwidth\ufeff a\u2060b \u202egpj\u202c', 'intermodal zerowidth ab gpj'],
  ['٤٧١١ ۴۷۱۱ ४७११ ４７１１ 𝟒𝟕𝟏𝟏', '4711 4711 4711 4711 4711'],
  ['أإآٱا مدرسة على کتابی می\u200cشود جمـــارك', 'ااااا مدرسه علي كتابي ميشود جمارك'],
  ['كِتَابٌ', 'كتاب'],
  ['שָׁלוֹם בְּרֵאשִׁ֖ית', 'שלום בראשית'],
  ['ℌ½ № …', 'h1/2 no ...'],
  ['a\u0007b', 'ab'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
    { numRuns: 500 },
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

test('each unit of a text folded in place knows the letters that it came from', () => {
  const text = 'Main-d’œu\u00advre ﬁn عَلى ٤٧'
  const { text: folded, starts, ends } = foldInPlace(text)
  expect(folded).toBe(fold(text))
  const typed = (word: string) => {
    const index = folded.indexOf(word)
    return text.slice(starts[index], ends[index + word.length - 1])
  }
  expect(["d'oeuvre", 'fin', 'علي', '47', 'e'].map(typed)).toEqual(['d’œu\u00advre', 'ﬁn', 'عَلى', '٤٧', 'œ'])
})
