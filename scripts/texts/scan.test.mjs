import { expect, test } from 'vitest'
import { scan } from './scan.mjs'

const rawIn = (source) => scan('some.tsx', source).raw.map(({ english }) => english.trim())

test.each([
  ['text between tags', 'const A = () => <p>Nothing <b>here</b></p>', ['Nothing', 'here']],
  ['an attribute', 'const A = () => <a title="Close">{x}</a>', ['Close']],
  ['a sentence in pieces', 'const a = () => `${n} new`', ['{} new']],
  ['an error for people', "throw new AppError('not-found', 'There is no such row.')", ['There is no such row.']],
  ['a table', "const T = { a: 'In a comment:' }", ['In a comment:']],
  ['a default', "function f(label = 'Loading') {}", ['Loading']],
])('%s is a raw sentence', (_what, source, sentences) => {
  expect(rawIn(source)).toEqual(sentences)
})

test.each([
  ['a text', "const a = () => say('Nothing here, {name}', { name })"],
  ['a class', 'const A = () => <p className="text-13 soft" />'],
  ['a type', "type A = 'In Progress' | 'Done'"],
  ['an error for developers', "throw new Error('The page has no root.')"],
  ['a comparison', "const a = (event) => event.key === 'Process now'"],
  ['a statement', 'const a = sql`select One from Two`'],
  ['a header', "const a = { 'Retry-After': 'no-store', x: 'Content-Type' }"],
  ['an address', "const a = '/api/Requests' + import('./Some.tsx')"],
])('%s is none', (_what, source) => {
  expect(rawIn(source)).toEqual([])
})

test('texts are found in calls and in tables', () => {
  const source =
    "const T = texts({ a: 'One', b: 'Two' }); const a = () => [say('Three'), text('Four {n}', { n: say('Five') })]"
  expect(scan('some.ts', source).texts.map(({ english }) => english)).toEqual([
    'One',
    'Two',
    'Three',
    'Four {n}',
    'Five',
  ])
})

test('a text that is said while the module is loaded is found, also in a table', () => {
  const source = "const a = say('One'); const b = text('Two'); const c = T.key; const d = () => say('Three') + T.key"
  expect(scan('some.ts', source, new Set(['T'])).early.map(({ english }) => english)).toEqual(['One', 'T'])
})
