import { expect, test } from 'vitest'
import { blocksOf } from './prose.ts'

test('blank lines separate paragraphs and single line breaks stay', () => {
  expect(blocksOf('One\nstill one\n\nTwo')).toEqual([
    { kind: 'text', lines: ['One', 'still one'] },
    { kind: 'text', lines: ['Two'] },
  ])
})

test('dashes, stars and dots are a list, numbers an ordered one', () => {
  expect(blocksOf('Do this:\n- show it;\n* tell them;\n• write it\n1. first\n2) second')).toEqual([
    { kind: 'text', lines: ['Do this:'] },
    { kind: 'list', ordered: false, items: ['show it;', 'tell them;', 'write it'] },
    { kind: 'list', ordered: true, items: ['first', 'second'] },
  ])
})

test('markup is only text', () => {
  expect(blocksOf('<b>bold</b> [x](javascript:1)')).toEqual([
    { kind: 'text', lines: ['<b>bold</b> [x](javascript:1)'] },
  ])
})

test('a minus before a figure and a year at the start of a line are not list items', () => {
  expect(blocksOf('-5 percent\n2027 tariff')).toEqual([{ kind: 'text', lines: ['-5 percent', '2027 tariff'] }])
})

test('a stack trace keeps its lines and indentation, the prose around it wraps', () => {
  const trace = [
    'java.lang.IllegalStateException: no seal',
    '\tat gov.gate.Pass.print(Pass.java:42)',
    '\tat gov.gate.Main.main(Main.java:7)',
    'Caused by: java.io.IOException: closed',
    '\t... 2 more',
  ]
  expect(blocksOf(`It fails:\n${trace.join('\n')}\nSince Monday.`)).toEqual([
    { kind: 'text', lines: ['It fails:'] },
    { kind: 'fixed', lines: trace },
    { kind: 'text', lines: ['Since Monday.'] },
  ])
})

test.each([
  ['tabs', ['Code\tRate', '0101\t5 %']],
  ['upright lines', ['| Code | Rate |', '|------|------|', '| 0101 | 5 %  |']],
  ['blanks', ['Code     Rate', '0101     5 %']],
  ['code', ['if (seal) {', '    print(seal);', '', '    next();', '}']],
  ['Python', ['Traceback (most recent call last):', '  File "gate.py", line 3, in <module>', '    main()']],
])('a table or code by %s keeps its blanks', (_, lines) => {
  expect(blocksOf(lines.join('\n'))).toEqual([{ kind: 'fixed', lines }])
})

test('text between fences is preformatted, and the fences are removed', () => {
  expect(blocksOf('See:\n```sql\nselect 1\n\n- 2\n```\nThanks')).toEqual([
    { kind: 'text', lines: ['See:'] },
    { kind: 'fixed', lines: ['select 1', '', '- 2'] },
    { kind: 'text', lines: ['Thanks'] },
  ])
  expect(blocksOf('```\nnever closed')).toEqual([{ kind: 'text', lines: ['```', 'never closed'] }])
})

test('one line alone, indented lists and ordinary sentences stay prose', () => {
  const kinds = (text: string) => blocksOf(text).map(({ kind }) => kind)
  expect(kinds('Either yes | no | unknown.')).toEqual(['text'])
  expect(kinds('    Indented like a letter.\nAnd on.')).toEqual(['text'])
  expect(kinds('    - one\n    - two')).toEqual(['list'])
  expect(kinds('We want to\nshow the line;\nlet them edit;\nkeep the rest.')).toEqual(['text'])
  expect(kinds('First; second.\nThe error is new.\nErrors happen.')).toEqual(['text'])
})
