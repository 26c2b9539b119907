import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../platform/database/db.ts'
import { ChangedTexts } from './changed-texts.ts'
import type { IndexCalls } from './local-index.ts'
import { INDEX } from './process.ts'
import type { SupervisedThread } from './supervised-thread.ts'
import { EngineThread } from './thread.ts'

export type IndexThread = EngineThread<IndexCalls>

/** The newest requests are indexed when there are more: each takes about 5 kB for words and letters. */
const MAX_INDEXED = 150_000
/** Entries added after the build are compared one by one; above both limits the index is rebuilt. */
const STALE_AFTER = { entries: 500, share: 0.05 }
/** Pause between two pages of a build, so that other work gets its share. */
const PAUSE_MS = 5
const BUILD_TIMEOUT_MS = 10 * 60_000

/** The texts delivered to an index. */
export interface Delivered {
  texts: ChangedTexts
  size: number
  /** entries added since the build */
  since: number
}

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
  isStopped: () => boolean
}

/** Starts a thread that fills an index from the database; it has started once the index is built. */
export function startBuild({ db, log, isStopped }: Options): { index: Delivered; thread: IndexThread } {
  const index: Delivered = { texts: new ChangedTexts(db), size: 0, since: 0 }
  const thread: IndexThread = new EngineThread({
    log,
    niceness: 10,
    memoryMb: 1024,
    script: INDEX,
    hangTimeoutMs: BUILD_TIMEOUT_MS,
    begin: (starting) => addAll(index, starting, isStopped),
  })
  return { index, thread }
}

async function addAll(index: Delivered, thread: SupervisedThread<IndexCalls>, isStopped: () => boolean): Promise<void> {
  for await (const entries of index.texts.all(MAX_INDEXED)) {
    if (isStopped()) throw new Error('The program stops')
    index.size = await thread.callDirectly('add', { entries }, BUILD_TIMEOUT_MS)
    await pause(PAUSE_MS)
  }
  index.since = 0
  await thread.callDirectly('build', {}, BUILD_TIMEOUT_MS)
}

/** Adds the texts that are new or have changed since the build or the last call. */
export async function addChanged(index: Delivered, thread: IndexThread): Promise<void> {
  for await (const entries of index.texts.changed()) {
    index.size = await thread.ask('add', { entries })
    index.since += entries.length
  }
}

export function isStale({ since, size }: Delivered): boolean {
  return since > Math.max(STALE_AFTER.entries, STALE_AFTER.share * size)
}
