import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../../shared/request-history.ts'
import { render } from '../../testing/render.ts'
import { PrintedTimeline } from './PrintedTimeline.tsx'

const ENTRY: HistoryEntry = {
  id: 1,
  at: '2026-11-18T09:00:00.000Z',
  actor: { firstName: 'Ben', lastName: 'Marlow' },
  action: 'created',
  field: null,
  old: null,
  new: null,
  reason: null,
  commentId: null,
  version: 1,
}

test('every sentence of the printed timeline begins with a capital', () => {
  const history: HistoryEntry[] = [
    ENTRY,
    { ...ENTRY, id: 2, action: 'classified' },
    { ...ENTRY, id: 3, action: 'decided', field: 'priority', old: 'high', new: 'high' },
    { ...ENTRY, id: 4, action: 'document-added', new: 'Letter.pdf' },
  ]
  const leave = render(<PrintedTimeline history={history} comments={[]} leavesOut={false} />)
  const sentences = [...document.querySelectorAll('td:last-child')].map(({ textContent }) => textContent)
  expect(sentences).toEqual([
    'Created',
    'Had the request classified',
    'Accepted the suggested priority: High',
    'Attached Letter.pdf',
  ])
  leave()
})
