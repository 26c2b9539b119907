import { expect, test } from 'vitest'
import { quotedIn, withCurlyQuotes } from './quotes.ts'

test.each(['"X y"', '“X y”', '„X y“', '«X y»', '»X y«', '‘X y’', '‚X y‘', "'X y'", '‹X y›'])(
  'a quotation is read in each style: %s',
  (quotation) => {
    expect(quotedIn(`Status of ${quotation}?`)).toEqual({ quoted: 'X y', rest: 'Status of  ?' })
  },
)

test('an apostrophe is not a quotation mark, and a quoted title may have one', () => {
  for (const text of ["the brokers' portal and the clerks' desk", "what's Ada's status", "isn't it"]) {
    expect(quotedIn(text)).toBeNull()
    expect(withCurlyQuotes(text)).toBe(text)
  }
  expect(quotedIn("status of 'The brokers' portal'")?.quoted).toBe("The brokers' portal")
  expect(quotedIn('status of “Ada’s ‘red’ list”')?.quoted).toBe('Ada’s ‘red’ list')
})

test('of two quotations none is the one', () => {
  expect(quotedIn('compare "Gate pass" with "Seal check"')).toBeNull()
})
