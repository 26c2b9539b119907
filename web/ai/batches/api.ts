import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  Batch,
  BatchCall,
  BatchDecisions,
  BatchItem,
  BatchItems,
  BatchItemsQuery,
  BatchOutcome,
} from '../../../shared/ai-batches.ts'
import type { RequestList } from '../../../shared/request-list.ts'
import { get, post } from '../../client/api.ts'
import { pollEvery } from '../../client/live.ts'
import { refresh } from '../../client/query.ts'
import { requestsChanged } from '../../requests/common/api.ts'
import type { BatchPolling } from './batch-polling.ts'

const BATCHES = '/api/ai/batches'
export const PAGE_SIZE = 10
/** The server's limit, for lists and for decisions. */
const MAX_ROWS_PER_CALL = 100

const address = (id: string) => `${BATCHES}/${encodeURIComponent(id)}`

/** The person's own batches, newest first; polled every second while one makes progress. */
export function batchesOptions(polling: BatchPolling) {
  return queryOptions<Batch[]>({
    queryKey: [BATCHES],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const newest = state.data?.[0]
      return newest?.state === 'running' ? pollEvery(polling.nextInMs(newest)) : false
    },
  })
}

/** Which rows of a batch are listed, and in which order. */
export type Listed = Pick<BatchItemsQuery, 'decision' | 'differs' | 'sort'>

function itemsAddress(id: string, { decision, differs, sort }: Listed, page: number, limit: number): string {
  const query = new URLSearchParams({ page: String(page), limit: String(limit) })
  for (const [name, value] of Object.entries({ decision, differs, sort })) if (value) query.set(name, value)
  return `${address(id)}/items?${query}`
}

export function itemsOptions(batch: Batch, polling: BatchPolling, listed: Listed, page: number) {
  const from = itemsAddress(batch.id, listed, page, PAGE_SIZE)
  return queryOptions<BatchItems>({
    // The state is part of the key: a finished batch has more rows than at the last read.
    queryKey: [from, batch.state],
    queryFn: ({ signal }) => get(from, { signal }),
    refetchInterval: () => (batch.state === 'running' ? pollEvery(polling.nextInMs(batch, 2)) : false),
    placeholderData: keepPreviousData,
  })
}

/** Every differing, undecided row of which the engine is at least this sure. */
export async function listUndecidedAbove(id: string, confidence: number): Promise<BatchItem[]> {
  const listed: Listed = { decision: 'none', differs: 'true', sort: 'surest' }
  const found: BatchItem[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await get<BatchItems>(itemsAddress(id, listed, page, MAX_ROWS_PER_CALL))
    const above = items.filter(({ suggested }) => suggested !== null && suggested.confidence >= confidence)
    found.push(...above)
    if (above.length < items.length || page * MAX_ROWS_PER_CALL >= total) return found
  }
}

/** Number of requests that match a batch's filter. */
export function matchingOptions(filter: NonNullable<BatchCall['filter']>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value))
  query.set('limit', '1')
  return queryOptions<RequestList>({ queryKey: [`/api/requests?${query}`], placeholderData: keepPreviousData })
}

export async function startBatch(call: BatchCall, attempt: object): Promise<Batch> {
  const batch = await post<Batch>(BATCHES, call, { attempt })
  await refresh(BATCHES)
  return batch
}

/** Refetches all batches and their rows. */
export async function refreshBatches(): Promise<void> {
  await refresh(BATCHES)
}

export async function stopBatch(id: string): Promise<void> {
  await post(`${address(id)}/cancel`)
  await refresh(BATCHES)
}

/** Applies decisions. @returns the outcome of each */
export function decide(id: string, items: BatchDecisions['items'], key: string): Promise<BatchOutcome> {
  return inParts(items, key, (part, attempt) => post(`${address(id)}/decisions`, { items: part }, { attempt }))
}

/** Reverts decisions. @returns the outcome of each */
export function undo(id: string, itemIds: number[], key: string): Promise<BatchOutcome> {
  return inParts(itemIds, key, (decisionIds, attempt) => post(`${address(id)}/undo`, { decisionIds }, { attempt }))
}

/** Sends rows in chunks. @param key idempotency key; each chunk derives its own */
async function inParts<Row>(
  rows: Row[],
  key: string,
  send: (part: Row[], attempt: string) => Promise<BatchOutcome>,
): Promise<BatchOutcome> {
  const outcome: BatchOutcome = []
  try {
    for (let i = 0; i < rows.length; i += MAX_ROWS_PER_CALL) {
      outcome.push(...(await send(rows.slice(i, i + MAX_ROWS_PER_CALL), `${key}.${i}`)))
    }
  } finally {
    await refresh(BATCHES)
    requestsChanged()
  }
  return outcome
}
