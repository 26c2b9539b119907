import { expect, test } from 'vitest'
import { textBlocks } from './text-blocks.ts'

const blocks = (text: string, isWrapped = false) =>
  textBlocks(text, isWrapped).map(({ kind, start, end }) => [kind, text.slice(start, end)])

test('each line of a document without pages is a paragraph', () => {
  expect(blocks('One sentence.\nAnother one.\n\nA third.')).toEqual([
    ['paragraph', 'One sentence.'],
    ['paragraph', 'Another one.'],
    ['paragraph', 'A third.'],
  ])
})

test('only a blank line ends a paragraph whose lines were wrapped', () => {
  expect(blocks('It was agreed that\nthe system prints it.\n  \nThe rest.', true)).toEqual([
    ['paragraph', 'It was agreed that\nthe system prints it.'],
    ['paragraph', 'The rest.'],
  ])
})

test('a short line before a sentence and a numbered line are headings', () => {
  expect(
    blocks('Guarantees in transit\nThe group reviewed the figures.\n4. Licence balances\nBrokers complained.'),
  ).toEqual([
    ['heading', 'Guarantees in transit'],
    ['paragraph', 'The group reviewed the figures.'],
    ['heading', '4. Licence balances'],
    ['paragraph', 'Brokers complained.'],
  ])
})

test('a numbered heading stands by itself, although no blank line follows it', () => {
  expect(blocks('3. Guarantees in transit\nThe group reviewed\nthe figures.', true)).toEqual([
    ['heading', '3. Guarantees in transit'],
    ['paragraph', 'The group reviewed\nthe figures.'],
  ])
})

test('items of a list and rows of a table are no headings', () => {
  const text = '• seals\n• keys\nName\tOffice\nNadia\tPort East'
  expect(blocks(text).map(([kind]) => kind)).toEqual(['paragraph', 'paragraph', 'row', 'row'])
})

test('rows are apart from the paragraphs around them, also where lines were wrapped', () => {
  expect(blocks('Fees are\nas follows:\nCode\tFee\n0101\t\nThey hold.', true)).toEqual([
    ['paragraph', 'Fees are\nas follows:'],
    ['row', 'Code\tFee'],
    ['row', '0101\t'],
    ['paragraph', 'They hold.'],
  ])
})

test('a page of blanks has no blocks', () => {
  expect(blocks(' \n\n  ')).toEqual([])
})
