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
