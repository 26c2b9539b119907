import { expect, test } from 'vitest'
import { tokenize } from '../text/text.ts'
import { linesOf, TemplateLines } from './template-lines.ts'

const keysOf = (text: string) => linesOf(text, tokenize(text)).map(({ key }) => key)

test('a text is split at line ends and after sentences, without losing anything', () => {
  const text = 'Dear colleagues: the gate is shut. Why?\n\n## Environment\nBrowser: Edge 138.0.2 on Windows'
  const lines = linesOf(text, tokenize(text))
  expect(lines.map(({ tokens }) => text.slice(tokens[0]!.start, tokens.at(-1)!.end))).toEqual([
    'Dear colleagues',
    'the gate is shut',
    'Why?',
    '## Environment',
    'Browser',
    'Edge 138.0.2 on Windows',
  ])
  expect(lines.flatMap(({ tokens }) => tokens)).toEqual(tokenize(text))
})

test('lines that differ only in numbers are the same line, others are not', () => {
  expect(keysOf('Edge 138 on Windows 11')).toEqual(keysOf('edge 141 on Windows 10'))
  expect(keysOf('Edge 138 on Windows 11')).not.toEqual(keysOf('Edge 138 on Linux'))
  expect(keysOf('4711')).not.toEqual(keysOf('4712'))
})

test('the more requests have a line, the less it counts', () => {
  const templates = new TemplateLines()
  const weight = (text: string) => templates.weightOf(linesOf(text, tokenize(text))[0]!)
  const add = (text: string) => templates.add(linesOf(text, tokenize(text)))
  expect(weight('Kind regards')).toBe(1)
  add('Gate pass on the phone')
  expect(weight('Gate pass on the phone')).toBe(1)
  for (let i = 0; i < 100; i++) add(i % 2 === 0 ? `Request about item${i}\nKind regards` : `Another wish${i}`)
  expect(weight('Kind regards')).toBeLessThan(0.1)
  for (let i = 0; i < 3; i++) add('The scanner at gate four is broken')
  expect(weight('The scanner at gate four is broken')).toBeGreaterThan(0.5)
  expect(weight('Gate pass on the phone')).toBe(1)
})
