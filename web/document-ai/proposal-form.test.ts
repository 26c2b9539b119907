import { expect, test } from 'vitest'
import { mergeForms } from './proposal-form.ts'

const base = { title: 'A', description: 'B', department: 'it', priority: 'low', dueDate: '' }

test('what one of two people changed is kept, and only what both changed differently is asked', () => {
  const mine = { ...base, title: 'Mine', description: 'The same', priority: 'high' }
  const theirs = { ...base, title: 'Theirs', description: 'The same', dueDate: '2026-04-01' }
  expect(mergeForms(base, mine, theirs)).toEqual({ taken: ['dueDate'], disputed: ['title'] })
  expect(mergeForms(base, mine, base)).toEqual({ taken: [], disputed: [] })
})
