import { expect, test } from 'vitest'
import { linksIn } from './links.ts'

const links = (text: string) =>
  linksIn(text).flatMap((piece) =>
    piece.kind === 'text' ? [] : [piece.kind === 'request' ? `request ${piece.requestId}` : piece.href],
  )

test('http, https and mailto addresses and request numbers are links, the text between stays', () => {
  expect(linksIn('See https://trade.example/form?a=1#b and rfd-2026-0042, please.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'address', text: 'https://trade.example/form?a=1#b', href: 'https://trade.example/form?a=1#b' },
    { kind: 'text', text: ' and ' },
    { kind: 'request', text: 'rfd-2026-0042', requestId: 'RFD-2026-0042' },
    { kind: 'text', text: ', please.' },
  ])
  expect(links('mailto:help@trade.example')).toEqual(['mailto:help@trade.example'])
})

test.each([
  ['https://a.example/x.', 'https://a.example/x'],
  ['(https://a.example/x)', 'https://a.example/x'],
  ['https://a.example/x_(y)).', 'https://a.example/x_(y)'],
  ['„https://a.example/x”!', 'https://a.example/x'],
  ['انظر https://a.example/x، ثم', 'https://a.example/x'],
  ['هل رأيت https://a.example/x؟', 'https://a.example/x'],
  ['<https://a.example/x>', 'https://a.example/x'],
])('the punctuation behind an address is not part of it: %s', (text, href) => {
  expect(links(text)).toEqual([href])
})

test('no other scheme, no half address and no longer word is a link', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<b>',
    'file:///etc/passwd',
    'xhttps://a.example',
    'http://',
    'mailto:nobody',
    'RFD-2026-42',
    'PRFD-2026-0042',
    'RFD-2026-0042b',
    'RFD-2026-00000000042',
  ])
    expect(links(text), text).toEqual([])
})

test('a bidirectional control character ends an address', () => {
  expect(links('https://a.example/\u202egpj.exe')).toEqual(['https://a.example/'])
})

test('the address of a request in this very office is the request', () => {
  expect(links(`${window.location.origin}/requests/RFD-2026-0042`)).toEqual(['request RFD-2026-0042'])
})

test('twenty thousand brackets do not take long', () => {
  expect(links(`https://a.example/${')'.repeat(20_000)}`)).toEqual(['https://a.example/'])
})
