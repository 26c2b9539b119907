import { expect, test } from 'vitest'
import { nextMatch } from './type-ahead.ts'

const LABELS = ['All Status', 'Pending', 'In Progress', 'Completed', 'Rejected', 'Cancelled']

test.each([
  ['a letter finds the next label that begins with it', 'c', 0, 'Completed'],
  ['the same letter again goes on', 'cc', 3, 'Cancelled'],
  ['and round the end', 'ccc', 5, 'Completed'],
  ['several letters stay where they still fit', 'can', 5, 'Cancelled'],
  ['upper and lower case are the same', 'IN P', 0, 'In Progress'],
  ['nothing chosen yet starts at the top', 'a', -1, 'All Status'],
])('%s', (_, typed, from, label) => {
  expect(LABELS[nextMatch(LABELS, typed, from) ?? -1]).toBe(label)
})

test('a text that no label begins with finds nothing', () => {
  expect(nextMatch(LABELS, 'x', 0)).toBeNull()
  expect(nextMatch(['', ''], 'c', 0)).toBeNull()
  expect(nextMatch([], 'c', -1)).toBeNull()
})
