import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { RequestList } from '../../../shared/request-list.ts'
import { queryClient } from '../../client/query.ts'
import { renderPart } from '../../testing/part.tsx'
import { buildRequest } from '../../testing/request.ts'
import { useClassificationCheck } from './classifying.ts'

const SHOWN = '/api/requests?limit=10'
const CHANGED = '/api/requests?search=bond'
const WAITING = buildRequest({ id: 'r1', classifiedAt: null })
const INSTANT = '2026-03-01T10:00:00.000Z'
let leave = () => {}

afterEach(() => {
  leave()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function List() {
  useClassificationCheck([WAITING], SHOWN)
  return null
}
const listOf = (classifiedAt: string | null): RequestList => ({
  requests: [{ ...WAITING, classifiedAt }],
  total: 1,
  exact: true,
})

test('an invalidated list stays invalidated when one of its requests has been classified', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json(listOf(INSTANT)))
  for (const address of [SHOWN, CHANGED]) queryClient.setQueryData([address], listOf(null))
  await queryClient.invalidateQueries({ queryKey: [CHANGED], refetchType: 'none' })
  leave = renderPart(<List />)

  await act(() => vi.advanceTimersByTimeAsync(1100))

  expect(queryClient.getQueryData([SHOWN])).toEqual(listOf(INSTANT))
  expect(queryClient.getQueryState([CHANGED])?.isInvalidated).toBe(true)
})
