import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Reader } from '../database/db.ts'
import { BEGINNING, type ChainKey, type Entry, hashOf, keyIdIn } from './chain.ts'

/** The newest entry as it was noted outside the log. */
export interface Head {
  entries: number
  hash: string
}

/** What somebody did to the log, as far as it shows. */
export type Damage =
  /** the content of an entry isn't what was written */
  | 'altered'
  /** an entry in the middle, or several, are gone */
  | 'removed'
  /** an entry stands where another one was */
  | 'swapped'
  /** the entries before this one are not those that it followed */
  | 'rewritten'
  /** an entry that was made without the key, or with another one than the newest entries must have */
  | 'forged'
  /** the newest entries are gone */
  | 'cut'
  /** all entries are gone */
  | 'emptied'

export type Verdict =
  | {
      intact: true
      entries: number
      lastHash: string
      /** entries of before there was a key, or of before SECRET_KEY was changed: anybody, or nobody here, can make their hashes */
      uncheckedContents: number
      /** written, but not yet in the chain: nothing shows whether those were altered */
      unsealed: number
    }
  | { intact: false; damage: Damage; brokenAt: number }

interface Options {
  /** what the newest entries were hashed with; undefined: nothing, as in seeds of former versions */
  key: ChainKey | undefined
  /** the last head that was noted elsewhere: without one, entries cut off at the end leave no gap */
  noted?: Head | null
  pageSize?: number
  /** rest between two pages, for a walk in the background */
  restMs?: number
  signal?: AbortSignal
}

/** Walks the whole chain. `brokenAt` is the number of the first entry that is missing or isn't as it was written. */
export async function verify(db: Db, { key, noted, pageSize = 500, restMs = 0, signal }: Options): Promise<Verdict> {
  const walk: Walk & { uncheckedContents: number } = {
    seq: 1,
    lastHash: BEGINNING,
    last: undefined,
    isKeyed: false,
    uncheckedContents: 0,
  }
  // Entries of another key that none of the present key follows: only those of a key that was changed may stand there.
  let [hasOwn, foreignFrom]: [boolean, number | null] = [false, null]
  let hashAtNoted: string | undefined
  for (;;) {
    signal?.throwIfAborted()
    const page: Entry[] = await db.readInWorker(entriesFrom(db.read, walk.seq).limit(pageSize).compile())
    for (const entry of page) {
      const broken = brokenBy(entry, walk, key, page)
      if (broken) return { intact: false, ...broken }
      const keyId = keyIdIn(entry.hash)
      if (keyId !== null) walk.isKeyed = true
      const isOwn = keyId === (key?.id ?? null)
      if (!isOwn) walk.uncheckedContents++
      hasOwn ||= isOwn
      foreignFrom = isOwn ? null : (foreignFrom ?? walk.seq)
      if (entry.seq === noted?.entries) hashAtNoted = entry.hash
      walk.seq++
      walk.lastHash = entry.hash
      walk.last = entry
    }
    if (page.length < pageSize) break
    if (restMs > 0) await pause(restMs)
  }
  if (key && hasOwn && foreignFrom !== null) return { intact: false, damage: 'forged', brokenAt: foreignFrom }
  const { lastHash, uncheckedContents } = walk
  const entries = walk.seq - 1
  if (noted && entries < noted.entries) {
    return { intact: false, damage: entries === 0 ? 'emptied' : 'cut', brokenAt: walk.seq }
  }
  if (noted && noted.entries > 0 && hashAtNoted !== noted.hash) {
    return { intact: false, damage: 'rewritten', brokenAt: noted.entries }
  }
  return { intact: true, entries, lastHash, uncheckedContents, unsealed: await countUnsealed(db) }
}

/** The sealed entries from a place in the chain on, in their order. */
export function entriesFrom(read: Reader, seq: number) {
  return read.selectFrom('audit_log').selectAll().where('seq', '>=', seq).orderBy('seq').$castTo<Entry>()
}

async function countUnsealed({ read }: Db): Promise<number> {
  const unsealed = read.selectFrom('audit_log').where('seq', 'is', null)
  return (await unsealed.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

interface Walk {
  seq: number
  lastHash: string
  /** the entry before */
  last: Entry | undefined
  /** whether an entry with a key has been seen: none without one may follow */
  isKeyed: boolean
}

interface Broken {
  damage: Damage
  brokenAt: number
}

function brokenBy(entry: Entry, walk: Walk, key: ChainKey | undefined, page: Entry[]): Broken | undefined {
  const { seq, last } = walk
  const damage = damageOf(entry, walk, key, page)
  if (damage) return { damage, brokenAt: seq }
  if (entry.previous_hash === walk.lastHash) return undefined
  // A hash that names another key is not checked by itself: its follower knows what it was.
  if (last && key && entry.previous_hash === hashOf(last, key)) return { damage: 'altered', brokenAt: seq - 1 }
  return { damage: 'rewritten', brokenAt: seq }
}

function damageOf(entry: Entry, walk: Walk, key: ChainKey | undefined, page: Entry[]): Damage | undefined {
  if (entry.seq !== walk.seq) return 'removed'
  const keyId = keyIdIn(entry.hash)
  if (keyId === null && walk.isKeyed) return 'forged'
  const madeWith = keyId === null ? undefined : key
  const isCheckable = keyId === null || keyId === key?.id
  if (!isCheckable || entry.hash === hashOf(entry, madeWith)) return undefined
  const isAnother = page.some(({ seq }) => seq !== entry.seq && entry.hash === hashOf({ ...entry, seq }, madeWith))
  return isAnother ? 'swapped' : 'altered'
}
