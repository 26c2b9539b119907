import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import type { Likeness } from './ai.ts'
import { ChangedTexts } from './changed-texts.ts'
import { inBackground } from '../fairness/caller.ts'
import { EngineThread } from './thread.ts'

/** The newest are kept when there are more: their words and letters take about 5 kB each. */
const MOST_INDEXED = 150_000
/** Entries that came in after the index was built are compared one by one; with more, or a larger share, it is built anew. */
const STALE_AFTER = { entries: 500, share: 0.05 }
const TEND_EVERY_MS = 5_000
/** Between two pages of a filling, so that it leaves room for others. */
const BREATH_MS = 5
const BUILD_WITHIN_MS = 10 * 60_000
const ANSWER_WITHIN_MS = 3_000
/** Those who ask first wait for the index until so long after its beginning: a small office has one by then. */
const FIRST_WAIT_MS = 2_500
/** Whoever asks waits this long for what has changed since the last look, and is answered without it when that takes longer. */
const NEWS_WITHIN_MS = 500
/** An answer knows what was written so long ago. */
const LOOK_AGAIN_MS = 200
/** Its memory is given back when nobody has asked for that long. */
const IDLE_MS = 15 * 60_000

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
}

/** An index in its thread, with what it has been told. */
interface Index {
  thread: EngineThread
  texts: ChangedTexts
  size: number
  /** entries since it was built */
  since: number
}

/**
 * The index of what is like what, in a thread of its own, filled from the database in the background. It is built when
 * somebody first asks and dropped when nobody has for a while: at 100,000 requests it is by far the largest thing in memory.
 * Whoever asks is answered with what is in the database at that moment. When it has aged, a new one is built beside it.
 */
export function likenessIndex({ db, log }: Options) {
  let serving: Index | undefined
  let building: EngineThread | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined

  let lastAskedAt = 0
  let lookedAt = -Infinity
  let looking: Promise<void> | undefined
  /** The first round of tending, while the index is in use; undefined while nobody needs it. */
  let begun: Promise<void> | undefined
  let beganAt = 0

  const tend = async () => {
    try {
      if (!serving || serving.thread.state === 'down' || isStale(serving)) await rebuild()
      else await look()
    } catch (error) {
      if (!closed) log.error({ err: error }, 'The index of similar requests could not be brought up to date')
    }
    if (!closed) timer = setTimeout(() => void (isIdle() ? drop() : tend()), TEND_EVERY_MS).unref()
  }

  const isIdle = () => performance.now() - lastAskedAt > IDLE_MS
  const isStale = ({ since, size }: Index) => since > Math.max(STALE_AFTER.entries, STALE_AFTER.share * size)

  async function drop(): Promise<void> {
    const old = serving
    serving = undefined
    begun = undefined
    await old?.thread.close()
  }

  async function rebuild(): Promise<void> {
    const index = { texts: new ChangedTexts(db), size: 0, since: 0 }
    const thread = new EngineThread({
      log,
      niceness: 10,
      memoryMb: 1024,
      hangsAfterMs: BUILD_WITHIN_MS,
      begin: async (begun) => {
        for await (const entries of index.texts.all(MOST_INDEXED)) {
          if (closed) throw new Error('The program stops')
          index.size = await begun.tell('add', { entries }, BUILD_WITHIN_MS)
          await pause(BREATH_MS)
        }
        index.since = 0
        await begun.tell('build', {}, BUILD_WITHIN_MS)
      },
    })
    building = thread
    try {
      await thread.begins()
    } catch (error) {
      await thread.close()
      throw error
    } finally {
      building = undefined
    }
    const old = serving
    serving = { ...index, thread }
    lookedAt = -Infinity
    await old?.thread.close()
  }

  /** Tells the index what has been written since the last look; one look at a time. */
  function look(): Promise<void> {
    looking ??= inBackground(tellNews).finally(() => (looking = undefined))
    return looking
  }

  async function tellNews(): Promise<void> {
    const index = serving
    if (!index || index.thread.state !== 'ready') return
    const startedAt = performance.now()
    for await (const entries of index.texts.changed()) {
      index.size = await index.thread.ask('add', { entries })
      index.since += entries.length
    }
    lookedAt = startedAt
  }

  async function hearNews(): Promise<void> {
    try {
      // A look that is under way may have passed by what was written before this question.
      await looking
      if (performance.now() - lookedAt > LOOK_AGAIN_MS) await look()
    } catch (error) {
      if (!closed) log.error({ err: error }, 'The index of similar requests could not be brought up to date')
    }
  }

  return {
    size: () => serving?.size ?? 0,
    async find(entry: { id?: string; title: string; description: string }, most: number, within?: string[]) {
      const none: Likeness = { ready: false, hits: [] }
      if (closed) return none
      lastAskedAt = performance.now()
      if (!begun) {
        beganAt = lastAskedAt
        begun = inBackground(tend)
      }
      // Nobody waits for a large one, which takes a minute.
      const waitMs = FIRST_WAIT_MS - (lastAskedAt - beganAt)
      if (!serving && waitMs > 0) await waitFor(begun, waitMs)
      if (!serving || serving.thread.state !== 'ready') return none
      await waitFor(hearNews(), NEWS_WITHIN_MS)
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

function waitFor(done: Promise<void>, mostMs: number): Promise<void> {
  return Promise.race([done, pause(mostMs, undefined, { ref: false })])
}
