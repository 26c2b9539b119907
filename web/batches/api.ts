import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  Batch,
  BatchCall,
  BatchDecisions,
  BatchItem,
  BatchItemsQuery,
  BatchOutcome,
} from '../../shared/ai-batches.ts'
import type { RequestList } from '../../shared/requests.ts'
import { get, post } from '../client/api.ts'
import { refresh } from '../client/query.ts'
import { requestsChanged } from '../vocabulary/api.ts'

const BATCHES = '/api/ai/batches'
const POLL_MS = 1000
/** One that makes no progress, because the engine is down or busy, is looked at less and less often. */
const LONGEST_POLL_MS = 30_000
/** After so long without progress nothing is asked any more until a person wants it. */
const GIVE_UP_MS = 15 * 60_000
let lastProgress = { key: '', at: 0 }

function stalledForMs({ id, done }: Batch): number {
  const key = `${id} ${done}`
  if (lastProgress.key !== key) lastProgress = { key, at: Date.now() }
  return Date.now() - lastProgress.at
}

/** @returns false when it is no longer worth asking */
function pollMs(batch: Batch, every = POLL_MS): number | false {
  const stalledMs = stalledForMs(batch)
  return stalledMs < GIVE_UP_MS && Math.min(LONGEST_POLL_MS, Math.max(every, stalledMs / 5))
}

/** In how many milliseconds a batch without progress is no longer asked about. */
export function givenUpInMs(batch: Batch): number {
  return Math.max(0, GIVE_UP_MS - stalledForMs(batch))
}

/** Asks again about a batch that was given up. */
export async function checkAgain(): Promise<void> {
  lastProgress = { key: '', at: 0 }
  await refresh(BATCHES)
}

export const PAGE_SIZE = 10
/** So many rows the server takes and gives at once. */
const MOST_AT_ONCE = 100

const address = (id: string) => `${BATCHES}/${encodeURIComponent(id)}`

/** One's own batches, newest first; read again every second while one makes progress. */
export function batchesOptions() {
  return queryOptions<Batch[]>({
    queryKey: [BATCHES],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const newest = state.data?.[0]
      return newest?.state === 'running' ? pollMs(newest) : false
    },
  })
}

export type Decided = NonNullable<BatchItemsQuery['decision']>
interface Items {
  items: BatchItem[]
  total: number
}

const itemsAddress = (id: string, decision: Decided, page: number, limit: number) =>
  `${address(id)}/items?page=${page}&limit=${limit}&decision=${decision}`

export function itemsOptions(batch: Batch, decision: Decided, page: number) {
  const from = itemsAddress(batch.id, decision, page, PAGE_SIZE)
  return queryOptions<Items>({
    // A batch that has ended has more rows than when they were last read.
    queryKey: [from, batch.state],
    queryFn: ({ signal }) => get(from, { signal }),
    refetchInterval: () => (batch.state === 'running' ? pollMs(batch, 2 * POLL_MS) : false),
    placeholderData: keepPreviousData,
  })
}

/** Every row that nobody has decided and of which the engine is at least this sure. */
export async function undecidedAbove(id: string, confidence: number): Promise<BatchItem[]> {
  const found: BatchItem[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await get<Items>(itemsAddress(id, 'none', page, MOST_AT_ONCE))
    found.push(...items.filter(({ suggested }) => suggested !== null && suggested.confidence >= confidence))
    if (page * MOST_AT_ONCE >= total) return found
  }
}

/** How many requests a filter of a batch finds. */
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

export async function stopBatch(id: string): Promise<void> {
  await post(`${address(id)}/cancel`)
  await refresh(BATCHES)
}

/** Applies decisions. @returns what came of each */
export function decide(id: string, items: BatchDecisions['items'], key: string): Promise<BatchOutcome> {
  return inParts(items, key, (part, attempt) => post(`${address(id)}/decisions`, { items: part }, { attempt }))
}

/** Puts back what decisions changed. @returns what came of each */
export function undo(id: string, itemIds: number[], key: string): Promise<BatchOutcome> {
  return inParts(itemIds, key, (decisionIds, attempt) => post(`${address(id)}/undo`, { decisionIds }, { attempt }))
}

/** Sends rows a part at a time. @param key makes a repeated call the same one, each part of it for itself */
async function inParts<Row>(
  rows: Row[],
  key: string,
  send: (part: Row[], attempt: string) => Promise<BatchOutcome>,
): Promise<BatchOutcome> {
  const outcome: BatchOutcome = []
  try {
    for (let at = 0; at < rows.length; at += MOST_AT_ONCE) {
      outcome.push(...(await send(rows.slice(at, at + MOST_AT_ONCE), `${key}.${at}`)))
    }
  } finally {
    await refresh(BATCHES)
    requestsChanged()
  }
  return outcome
}
