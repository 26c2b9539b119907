import { expect, test } from 'vitest'
import { textIn } from './file-text.ts'

const bytes = (...parts: (number | string)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])))

test.each([
  ['plain UTF-8', bytes('Lucía'), 'Lucía', 'utf-8'],
  ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 'Lucía'), 'Lucía', 'utf-8'],
  ['Windows-1252', bytes('P', 0xe9, 't', 0xe9, 'r ', 0xd1, 'and', 0xfa), 'Pétér Ñandú', 'windows-1252'],
  ['UTF-16, low byte first', bytes(0xff, 0xfe, 0xed, 0, 0x41, 0), 'íA', 'utf-16le'],
  ['UTF-16, high byte first', bytes(0xfe, 0xff, 0, 0xed, 0, 0x41), 'íA', 'utf-16be'],
  ['an empty file', bytes(), '', 'utf-8'],
])('%s is read', (_, file, text, encoding) => {
  expect(textIn(file)).toEqual({ text, encoding })
})
