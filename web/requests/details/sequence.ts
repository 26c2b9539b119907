import type { RequestList } from '../../../shared/request-list.ts'
import { PAGE_SIZE } from '../common/list-state.ts'

type Page = Pick<RequestList, 'total'> & { requests: readonly { id: string }[] }
export type ReadPage = (page: number) => Promise<Page>

/**
 * The requests of a list in the order in which Previous and Next go through them. It keeps those that have left the list
 * since, because they were decided, and grows at both ends.
 */
export interface Sequence {
  /** identifies the list, without its page */
  list: string
  /** each with the page of the list that it was found on */
  steps: readonly { id: string; page: number }[]
  /** how many more the list had at each end when it was last read there */
  before: number
  after: number
}

export function beginSequence(list: string, page: number, { requests, total }: Page): Sequence {
  const before = (page - 1) * PAGE_SIZE
  return {
    list,
    steps: requests.map(({ id }) => ({ id, page })),
    before,
    after: Math.max(0, total - before - requests.length),
  }
}

/** Loads more at one end. @returns the same steps if there was nothing more */
export function growSequence(sequence: Sequence, by: 1 | -1, read: ReadPage): Promise<Sequence> {
  return by === 1 ? growAtEnd(sequence, read) : growAtStart(sequence, read)
}

async function growAtStart(sequence: Sequence, read: ReadPage): Promise<Sequence> {
  const known = new Set(sequence.steps.map(({ id }) => id))
  for (let page = (sequence.steps[0]?.page ?? 1) - 1; page >= 1; page--) {
    const { requests } = await read(page)
    const added = requests.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, page }))
    if (added.length > 0) return { ...sequence, steps: [...added, ...sequence.steps], before: (page - 1) * PAGE_SIZE }
  }
  return { ...sequence, before: 0 }
}

async function growAtEnd(sequence: Sequence, read: ReadPage): Promise<Sequence> {
  const known = new Set(sequence.steps.map(({ id }) => id))
  const isKnown = ({ id }: { id: string }) => known.has(id)
  let page = sequence.steps.at(-1)?.page ?? 1
  let answer = await read(page)
  // Decided requests have left the list, so the following ones have moved up, perhaps by pages.
  while (page > 1 && !answer.requests.some(isKnown)) answer = await read(--page)
  for (;;) {
    const { requests, total } = answer
    const added = requests.slice(requests.findLastIndex(isKnown) + 1).map(({ id }) => ({ id, page }))
    const after = Math.max(0, total - (page - 1) * PAGE_SIZE - requests.length)
    if (added.length > 0 || after === 0 || requests.length === 0)
      return { ...sequence, steps: [...sequence.steps, ...added], after: added.length > 0 ? after : 0 }
    answer = await read(++page)
  }
}
