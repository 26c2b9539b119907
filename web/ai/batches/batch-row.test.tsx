import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { BatchItem } from '../../../shared/ai-batches.ts'
import { MIN_CONFIDENCE } from '../../../shared/chance.ts'
import { render } from '../../testing/render.ts'
import { BatchRow } from './BatchRow.tsx'

const ITEM: BatchItem = {
  itemId: 1,
  id: 'r1',
  requestId: 'RFD-2026-1001',
  title: 'Print the seal number on the gate pass',
  status: 'pending',
  current: { priority: 'low', department: 'it' },
  suggested: null,
  time: null,
  decision: null,
  undone: false,
}
const SUGGESTED = {
  suggestionId: 's1',
  priority: 'high' as const,
  department: 'operations',
  departmentNote: null,
  developmentType: 'Backend' as const,
}
const nothing = () => {}

function show(item: BatchItem): () => void {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <table>
          <tbody>
            <BatchRow item={item} failure={undefined} busy={false} mayDecide onDecide={nothing} onUndo={nothing} />
          </tbody>
        </table>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test.each([
  [MIN_CONFIDENCE - 0.01, null, true],
  [MIN_CONFIDENCE, null, false],
  [MIN_CONFIDENCE - 0.01, 'accept', false],
] as const)('a suggestion of %f in a row decided as %s is called a guess: %s', (confidence, decision, isGuess) => {
  const item = { ...ITEM, decision, suggested: { ...SUGGESTED, confidence } }
  const leave = show(item)
  expect(document.body.textContent.includes('Guess')).toBe(isGuess)
  leave()
})

test('the arrow to a suggested department is on its line', () => {
  const leave = show({ ...ITEM, suggested: { ...SUGGESTED, confidence: MIN_CONFIDENCE } })
  const cell = document.querySelector('[data-label="Department"]')!
  expect(cell.querySelector('svg')!.parentElement!.textContent).toBe('becomesOperations')
  leave()
})
