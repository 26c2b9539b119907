import { expect, test } from 'vitest'
import { withWholeRows } from './doc-rows.ts'

const lines = (...all: string[]) => all.join('\n')

test('a row of a table whose cells have several paragraphs is one line', () => {
  const read = lines(
    'Circular',
    'Area\tAsk\tDue\t',
    'Licences\tShow the balance.',
    'Also on the form.\t1 May\t',
    'Quotas\tfirst',
    'second',
    'third\t2 May',
    'at noon\t',
    'After.',
  )
  expect(withWholeRows(read).split('\n')).toEqual([
    'Circular',
    'Area\tAsk\tDue\t',
    'Licences\tShow the balance. Also on the form.\t1 May\t',
    'Quotas\tfirst second third\t2 May at noon\t',
    'After.',
  ])
})

test.each([
  ['text with tabs behind a table', lines('A\tB\t', 'Tel:\t123', 'Office:\t7', 'end')],
  ['a line between two tables', lines('A\tB\t', 'Between', 'C\tD\t')],
  ['a table of other columns', lines('A\tB\tC\t', 'D\tE\t', 'F\tG\t')],
  ['text with tabs between two tables', lines('A\tB\t', 'Tel:\t123', 'C\tD\t')],
  ['no table', lines('A\tB', 'C')],
])('%s stays as it is', (_, text) => {
  expect(withWholeRows(text)).toBe(text)
})
