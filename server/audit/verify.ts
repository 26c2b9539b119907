import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Reader } from '../platform/database/db.ts'
import { BEGINNING, type ChainKey, type Entry, hashOf, keyIdIn } from './chain.ts'

/** The newest entry as noted outside the log. */
export interface Head {
  entries: number
  hash: string
}

/** The kind of tampering, as far as it can be told. */
export type Damage =
  /** the content of an entry was changed */
  | 'altered'
  /** one or more entries in the middle are missing */
  | 'removed'
  /** an entry is in another one's position */
  | 'swapped'
  /** the preceding entries are not the ones it was chained to */
  | 'rewritten'
  /** an entry made without the key, or with another key than the newest entries must have */
  | 'forged'
  /** the newest entries are gone */
  | 'cut'
  /** all entries are gone */
  | 'emptied'
  /** the database is an older copy: its log ends where its own head does, before the note beside it */
  | 'restored'

export type Verdict =
  | {
      intact: true
      entries: number
      lastHash: string
      /**
       * entries from before there was a key, or before SECRET_KEY changed: their hashes can be made by anyone, or not
       * be checked here
       */
      uncheckedContents: number
      /** written, but not yet in the chain: tampering with these cannot be detected */
      unsealed: number
    }
  | { intact: false; damage: Damage; brokenAt: number }

interface Options {
  /** the key of the newest entries; undefined: plain hashes, as in seeds of former versions */
  key: ChainKey | undefined
  /** the last head noted elsewhere: without it, cutting off the end of the log goes unnoticed */
  noted?: Head | null
  pageSize?: number
  /** pause between two pages, for a background run */
  pauseMs?: number
  signal?: AbortSignal
}

/** Verifies the whole chain. `brokenAt` is the number of the first entry that is missing or altered. */
export async function verify(db: Db, { key, noted, pageSize = 500, pauseMs = 0, signal }: Options): Promise<Verdict> {
  const walk: Walk & { uncheckedContents: number } = {
    seq: 1,
    lastHash: BEGINNING,
    last: undefined,
    isKeyed: false,
    uncheckedContents: 0,
  }
  // Entries with a foreign key must be followed by one with the current key: a changed key is legitimate only before
  // it.
  let [hasOwn, foreignFrom]: [boolean, number | null] = [false, null]
  let hashAtNoted: string | undefined
  for (;;) {
    signal?.throwIfAborted()
    const page: Entry[] = await db.readInWorker(entriesFrom(db.read, walk.seq).limit(pageSize).compile())
    for (const entry of page) {
      const broken = findDamage(entry, walk, key, page)
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
    if (pauseMs > 0) await pause(pauseMs)
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

/** The sealed entries from a position in the chain on, in order. */
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
  /** the previous entry */
  last: Entry | undefined
  /** whether a keyed entry has been seen: no unkeyed one may follow */
  isKeyed: boolean
}

interface Broken {
  damage: Damage
  brokenAt: number
}

function findDamage(entry: Entry, walk: Walk, key: ChainKey | undefined, page: Entry[]): Broken | undefined {
  const { seq, last } = walk
  const damage = damageOf(entry, walk, key, page)
  if (damage) return { damage, brokenAt: seq }
  if (entry.previous_hash === walk.lastHash) return undefined
  // An entry with a foreign key is not verified itself, but its follower shows which hash it had.
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
