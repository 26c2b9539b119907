import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import type { Likeness } from './ai.ts'
import { EngineThread } from './engine-thread.ts'
import { textsAfter, textsChangedAfter } from './queries.ts'

/** Requests read and handed over at a time: small enough that nobody else notices. */
const PAGE = 200
/** The newest are kept when there are more: their words and letters take about 5 kB each. */
const MOST_INDEXED = 150_000
/** So many new or changed requests after the index was built, and it is built anew. */
const STALE_AFTER = 500
const LOOK_EVERY_MS = 5_000
const BUILD_WITHIN_MS = 10 * 60_000
const ANSWER_WITHIN_MS = 3_000
/** Whoever asks first waits this long for the index: a small office has one by then. */
const FIRST_WAIT_MS = 2_500
/** Its memory is given back when nobody has asked for that long. */
const IDLE_MS = 15 * 60_000

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
}

/**
 * The index of what is like what, in a thread of its own, filled from the database in the background and kept up with it.
 * It is built when somebody first asks and dropped when nobody has for a while: at 100,000 requests it is by far the
 * largest thing in memory. When it has aged, a new one is built beside it and takes its place.
 */
export function likenessIndex({ db, log }: Options) {
  let serving: { thread: EngineThread; size: number; filled: Filled } | undefined
  let building: EngineThread | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined

  interface Filled {
    number: number
    changedAt: string
    since: number
  }

  let lastAskedAt = 0
  /** The first look of a round, while the index is in use; undefined while nobody needs it. */
  let begun: Promise<void> | undefined

  const tend = async () => {
    try {
      if (!serving || serving.thread.state === 'down' || serving.filled.since > STALE_AFTER) await rebuild()
      else await follow(serving)
    } catch (error) {
      if (!closed) log.error({ err: error }, 'The index of similar requests could not be brought up to date')
    }
    if (!closed) timer = setTimeout(() => void (isIdle() ? drop() : tend()), LOOK_EVERY_MS).unref()
  }

  const isIdle = () => performance.now() - lastAskedAt > IDLE_MS

  async function drop(): Promise<void> {
    const old = serving
    serving = undefined
    begun = undefined
    await old?.thread.close()
  }

  async function rebuild(): Promise<void> {
    const filled: Filled = { number: 0, changedAt: '', since: 0 }
    let thread: EngineThread | undefined
    building = thread = new EngineThread({
      log,
      niceness: 10,
      memoryMb: 1024,
      hangsAfterMs: BUILD_WITHIN_MS,
      begin: async (begun) => {
        await fill(begun, filled)
        await begun.tell('build', {}, BUILD_WITHIN_MS)
      },
    })
    try {
      await thread.begins()
    } catch (error) {
      await thread.close()
      throw error
    } finally {
      building = undefined
    }
    const old = serving
    serving = { thread, size: filledSize.get(filled) ?? 0, filled }
    await old?.thread.close()
  }

  const filledSize = new WeakMap<Filled, number>()

  /** Pages through all requests, oldest first, leaving out the oldest of too many. */
  async function fill(thread: EngineThread, filled: Filled): Promise<void> {
    filled.number = await firstNumber(db)
    for (;;) {
      const page = await textsAfter(db, filled.number, PAGE)
      if (closed) throw new Error('The program stops')
      if (page.length === 0) return
      filledSize.set(filled, await thread.tell('add', { entries: page }, BUILD_WITHIN_MS))
      filled.number = page.at(-1)!.number
      for (const { updated_at } of page) if (updated_at > filled.changedAt) filled.changedAt = updated_at
      if (page.length < PAGE) return
      await pause(5)
    }
  }

  /** New requests are found at once; changed texts only count towards the next building. */
  async function follow(index: NonNullable<typeof serving>): Promise<void> {
    const { filled, thread } = index
    const added = await textsAfter(db, filled.number, PAGE)
    if (added.length > 0) {
      index.size = await thread.ask('add', { entries: added })
      filled.number = added.at(-1)!.number
      filled.since += added.length
    }
    const changed = await textsChangedAfter(db, filled.changedAt, PAGE)
    filled.since += changed.filter(({ number, version }) => version > 1 && number <= filled.number).length
    filled.changedAt = changed.at(-1)?.updated_at ?? filled.changedAt
  }

  return {
    size: () => serving?.size ?? 0,
    async find(entry: { id?: string; title: string; description: string }, most: number, within?: string[]) {
      const none: Likeness = { ready: false, hits: [] }
      if (closed) return none
      lastAskedAt = performance.now()
      begun ??= tend()
      if (!serving) await Promise.race([begun, pause(FIRST_WAIT_MS, undefined, { ref: false })])
      if (!serving || serving.thread.state !== 'ready') return none
      return { ready: true, hits: await serving.thread.ask('similar', { entry, most, within }, ANSWER_WITHIN_MS) }
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await building?.close()
      await serving?.thread.close()
    },
  }
}

async function firstNumber(db: Db): Promise<number> {
  const newest = await db.read
    .selectFrom('requests')
    .select((row) => row.fn.max('number').as('number'))
    .executeTakeFirst()
  return Math.max(0, (newest?.number ?? 0) - MOST_INDEXED)
}
