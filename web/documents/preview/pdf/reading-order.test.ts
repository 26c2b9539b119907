import { expect, test } from 'vitest'
import { inReadingOrder, type TextContent } from './reading-order.ts'

/** Pieces of text in visual order from left to right, 50 points apart, one list per line. */
function page(...lines: string[][]): TextContent {
  const items = lines.flatMap((line, row) =>
    line.map((str, i) => ({
      str,
      dir: /[\u0600-\u06ff\ufe70-\ufefc]/.test(str) ? 'rtl' : 'ltr',
      transform: [12, 0, 0, 12, 50 * i, 700 - 20 * row],
      width: 40,
      height: 12,
      fontName: 'f1',
      hasEOL: i === line.length - 1,
    })),
  )
  return { items, styles: {}, lang: null }
}

function textOf(content: TextContent): string {
  return content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

test('a line from right to left begins at the right, however its program wrote it', () => {
  const looks = page(['المتبقية', ' ', 'الكمية', ' ', 'النظام'])
  expect(textOf(inReadingOrder(looks))).toBe('النظام الكمية المتبقية\n')
  const items = looks.items.toReversed().map((item, i) => ({ ...item, hasEOL: i === 4 }))
  expect(textOf(inReadingOrder({ ...looks, items }))).toBe('النظام الكمية المتبقية\n')
})

test('words of the other direction keep their own order in it', () => {
  expect(textOf(inReadingOrder(page(['النظام', ' ', 'annex', ' ', 'B', ' ', 'الكمية', ' ', 'المتبقية'])))).toBe(
    'المتبقية الكمية annex B النظام\n',
  )
  expect(textOf(inReadingOrder(page(['The declaration names', ' ', 'الكمية', ' ', 'النظام', ' ', 'twice'])))).toBe(
    'The declaration names النظام الكمية twice\n',
  )
})

test('shapes of letters become the letters that they stand for', () => {
  expect(textOf(inReadingOrder(page(['\ufe8d\ufedf\ufee8\ufec8\ufe8e\ufee1'])))).toBe('النظام\n')
})

test('lines from left to right stay as they are, and each line keeps to itself', () => {
  const latin = page(['Second', 'first'], ['and on'])
  expect(inReadingOrder(latin)).toEqual(latin)
  expect(textOf(inReadingOrder(page(['one', ' ', 'two'], ['الكمية', ' ', 'النظام'], ['three'])))).toBe(
    'one two\nالنظام الكمية\nthree\n',
  )
})

test('the stop behind a number at the end of a right-to-left line follows it', () => {
  expect(textOf(inReadingOrder(page(['.2027', 'أبريل', 'قبل']))).replace(/\s/g, '')).toBe('قبلأبريل2027.')
})
