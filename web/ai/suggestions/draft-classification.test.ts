import { expect, test } from 'vitest'
import { finalFeedback, type ClassifiedDraft } from './draft-classification.ts'
import { DRAFT, SUGGESTION } from '../../testing/ai-example.ts'

const classified: ClassifiedDraft = { ...DRAFT, suggestion: SUGGESTION, taken: {} }
const created = { ...DRAFT, id: 'req-1', priority: 'high', department: 'operations' }

test('a request submitted as suggested accepts what the form holds, and says nothing about the type', () => {
  expect(finalFeedback(classified, created)).toEqual({
    suggestionId: 'sug-1',
    requestId: 'req-1',
    decisions: [
      { field: 'priority', outcome: 'accepted' },
      { field: 'responsibleDepartment', outcome: 'accepted' },
    ],
  })
})

test('other values and a corrected type are reported as changes', () => {
  const corrected = { ...classified, taken: { developmentType: { value: 'Integration', before: '' } } }
  expect(finalFeedback(corrected, { ...created, priority: 'low', department: 'data' })?.decisions).toEqual([
    { field: 'priority', outcome: 'changed', value: 'low' },
    { field: 'responsibleDepartment', outcome: 'changed', value: 'data' },
    { field: 'developmentType', outcome: 'changed', value: 'Integration' },
  ])
})

test('a text that was changed after it was classified says nothing about the suggestion', () => {
  expect(finalFeedback(classified, { ...created, title: 'Another title altogether' })).toBeNull()
})
