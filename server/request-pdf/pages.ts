import { ownTurn } from '../fairness/own-turn.ts'

/** A page of what happened, oldest first, and whether there is more before it. */
interface Page<T> {
  items: readonly T[]
  hasEarlier: boolean
}

/**
 * All of a list that is read from its end, oldest first, without holding all of it: a first walk notes where the pages begin, a second
 * one reads them the other way round. The newest page is that of the first walk, so what is added meanwhile moves nothing.
 */
export async function* oldestFirst<T extends { id: string | number }>(
  read: (before: T['id'] | undefined) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  // An embedded database answers at once: without turns in between, nobody else would be answered until all is read.
  const next = (before: T['id'] | undefined) => ownTurn().then(() => read(before))
  const newest = await next(undefined)
  const ends: T['id'][] = []
  for (let page = newest; page.hasEarlier && page.items[0]; page = await next(ends.at(-1))) ends.push(page.items[0].id)
  for (const end of ends.toReversed()) yield (await next(end)).items
  yield newest.items
}
