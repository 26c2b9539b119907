import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'

/** A page of entries, oldest first, and whether there are earlier ones. */
interface Page<T> {
  items: readonly T[]
  hasEarlier: boolean
}

/**
 * A list that is only paged backwards, oldest first and in bounded memory: the first pass collects the page boundaries,
 * the second reads the pages in reverse. The newest page comes from the first pass, so later entries shift nothing.
 */
export async function* oldestFirst<T extends { id: string | number }>(
  read: (before: T['id'] | undefined) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  // An embedded database answers synchronously: without yielding, the event loop would be blocked until all is read.
  const next = (before: T['id'] | undefined) => yieldFairly().then(() => read(before))
  const newest = await next(undefined)
  const ends: T['id'][] = []
  for (let page = newest; page.hasEarlier && page.items[0]; page = await next(ends.at(-1))) ends.push(page.items[0].id)
  for (const end of ends.toReversed()) yield (await next(end)).items
  yield newest.items
}
