import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooComplex } from './json-shape.ts'

const isRefused = (text: string) => isTooComplex(Buffer.from(text))

test.each([
  ['nested deeper than any contract', '['.repeat(9) + ']'.repeat(9)],
  ['objects in objects', '{"a":'.repeat(9) + '1' + '}'.repeat(9)],
  ['a hundred thousand brackets that never close', '['.repeat(100_000)],
  ['thousands of fields', JSON.stringify(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`f${i}`, 1])))],
  ['thousands of empty objects', `[${Array.from({ length: 1001 }, () => '{}').join()}]`],
  ['deep behind a string with quotes', `{"a":"\\\\\\"","b":${'['.repeat(9)}`],
])('%s is too complex', (_, text) => {
  expect(isRefused(text)).toBe(true)
})

test.each([
  [
    'a hundred decisions',
    JSON.stringify({
      items: Array.from({ length: 100 }, (_, itemId) => ({
        itemId,
        decision: 'correct',
        priority: 'low',
        department: 'it',
      })),
    }),
  ],
  ['brackets and commas in a text', JSON.stringify({ description: '[{,"\\'.repeat(5000) })],
  ['a text that never ends', `{"a":"${'[,'.repeat(5000)}\\"`],
  ['a text that ends in a backslash', JSON.stringify({ a: '\\', b: ',['.repeat(5000) })],
  ['nothing', ''],
])('%s is not', (_, text) => {
  expect(isRefused(text)).toBe(false)
})

test('the content of texts and keys makes no difference', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), { maxKeys: 50 }),
      (object) => {
        expect(isRefused(JSON.stringify(object))).toBe(false)
        expect(isRefused(`[[[[[[[[${JSON.stringify(object)}]]]]]]]]`)).toBe(true)
      },
    ),
  )
})
