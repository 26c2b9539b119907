import { AUDIT_DAMAGE } from '../../shared/audit.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import { BEGINNING, type ChainKey, keyIdIn } from './chain.ts'
import { type HeadNote, readNote, writeNote } from './head-note.ts'
import { isReplacedSince } from './replaced.ts'
import { type AuditSealer, lastEntry } from './seal.ts'
import { record } from './service.ts'
import { isSame, readStoredHead, type StoredHead, writeHead } from './stored-head.ts'
import { type Damage, type Head, verify } from './verify.ts'

const PAUSE_MS = 5

type Found = { damage: Damage | 'note-damaged' | 'note-missing'; brokenAt: number; foundAt: string }

export interface AuditState {
  /** `checking` until the whole log has been verified once since the start */
  state: 'checking' | 'intact' | 'damaged'
  /** as of the last note or full check */
  entries: number
  found: Found | null
}

export interface CheckOptions {
  db: Db
  sealer: AuditSealer
  clock: () => Date
  /** the file for the newest entry; null: none, then cutting off the end of the log goes unnoticed */
  noteFile: string | null
  log: Record<'error' | 'warn' | 'info', (fields: object, message: string) => void>
}

/** Compares the audit log with the note of its newest entry, and reports damage. */
export class LogCheck {
  readonly #options: CheckOptions
  #noted: HeadNote | null = null
  #found: Found | null = null
  #entries = 0
  #isWalked = false

  constructor(options: CheckOptions) {
    this.#options = options
  }

  get state(): AuditState {
    const state = this.#found ? 'damaged' : this.#isWalked ? 'intact' : 'checking'
    return { state, entries: this.#entries, found: this.#found }
  }

  /** Takes up the note of an earlier process, and the damage that it reports. */
  async recall(): Promise<void> {
    const { sealer, noteFile, log } = this.#options
    const { key } = sealer
    if (!noteFile || !key) return
    const read = await readNote(noteFile, key)
    if (read.state === 'damaged') return this.#report('note-damaged', 0)
    if (read.state === 'missing') return this.#withoutNote(key)
    this.#noted = read.note
    // Written by `#report`.
    this.#found = read.note.found as Found | null
    if (this.#found) log.error(this.#found, 'Damage to the audit log was found earlier and has not been cleared')
    if (read.state === 'other-key') await this.#sealUnder(key, read.note)
  }

  /**
   * Only an office that has just been created has no note. Another server may join a PostgreSQL database, whose own head
   * vouches for its log.
   */
  async #withoutNote(key: ChainKey): Promise<void> {
    const { db, clock, log } = this.#options
    const { stored, last } = await readStoredHead(db.read, key)
    const damage = stored.state === 'damaged' ? 'note-damaged' : damageByHead(stored, last)
    if (damage) return this.#report(damage, (last?.entries ?? 0) + 1)
    if (!last) return (await isEmptied(db)) ? this.#report('emptied', 1) : undefined
    if (db.engine === 'sqlite' || stored.state !== 'noted') return this.#report('note-missing', last.entries)
    const details = { entries: last.entries }
    log.warn(details, 'There was no note of the audit log in this data folder: one begins here')
    await db.write((tx) => record(tx, clock, { actorId: null, action: 'audit.note-begun', details }))
  }

  /**
   * Entries made with the former key can no longer be verified: an entry records that and seals them with the current
   * one.
   */
  async #sealUnder(key: ChainKey, { entries }: HeadNote): Promise<void> {
    const { db, sealer, clock, log } = this.#options
    log.warn(
      { entries },
      'SECRET_KEY has changed: earlier entries of the audit log can only be checked with the former one',
    )
    await db.write(async (tx) => {
      const [last] = await lastEntry(tx, {})
      if (!last || keyIdIn(last.hash) === key.id) return
      await writeHead(tx, key, { entries: last.seq, hash: last.hash })
      await record(tx, clock, { actorId: null, action: 'audit.key-changed', details: { noted: entries } })
      await sealer.seal(tx)
    })
  }

  /** Checks that the log still contains the noted entry, then notes the newest one. */
  async compare(): Promise<void> {
    const { db } = this.#options
    const [last] = await lastEntry(db.read, {})
    const noted = this.#noted
    if (noted && (last?.seq === noted.entries ? last.hash === noted.hash : !last && noted.entries === 0)) return
    // Through the writer: a noted entry must be on disk, or a lost commit would look like a removed entry.
    const { head, atNoted, byHead } = await db.write(async (tx) => {
      const [newest] = await lastEntry(tx, {})
      const [there] = noted
        ? await tx.selectFrom('audit_log').select('hash').where('seq', '=', noted.entries).execute()
        : []
      const head = { entries: newest?.seq ?? 0, hash: newest?.hash ?? '' }
      return { head, atNoted: there, byHead: await this.#compareWithStored(tx) }
    })
    const isOther = noted !== null && noted.entries > 0 && atNoted?.hash !== noted.hash
    if (isOther && !(await this.#isReplaced(noted))) {
      const isShorter = head.entries < noted.entries
      // The database's own head was restored with it; whoever removes entries cannot sign one.
      const isOlder = isShorter && head.entries > 0 && byHead === 'same'
      const damage = isOlder ? 'restored' : isShorter ? (head.entries === 0 ? 'emptied' : 'cut') : 'rewritten'
      return this.#report(damage, head.entries + 1)
    }
    if (byHead && byHead !== 'same') return this.#report(byHead, head.entries + 1)
    await this.#note(head)
  }

  /** The noted log was replaced by that of a backup; what was found in it concerns this one no more. */
  async #isReplaced(noted: HeadNote): Promise<boolean> {
    const { db, sealer } = this.#options
    if (!sealer.key || !(await isReplacedSince(db.read, sealer.key, noted))) return false
    this.#found = null
    return true
  }

  /** Compares the log with the database's own head, and brings the head up to date where that is legitimate. */
  async #compareWithStored(tx: Tx): Promise<Found['damage'] | 'same' | null> {
    const { noteFile, sealer } = this.#options
    if (!noteFile || !sealer.key) return null
    const { stored, last } = await readStoredHead(tx, sealer.key)
    if (stored.state === 'damaged') return 'note-damaged'
    const damage = damageByHead(stored, last)
    if (damage === 'rewritten' && stored.state === 'noted') {
      // An earlier version sealed entries without moving the head on.
      const [there] = await tx.selectFrom('audit_log').select('hash').where('seq', '=', stored.entries).execute()
      if (there?.hash !== stored.hash) return 'rewritten'
      await writeHead(tx, sealer.key, last!)
      return null
    }
    if (damage) return damage
    // Before this version there was no head, and after a change of SECRET_KEY it has the former signature.
    if (stored.state !== 'noted' && last) await writeHead(tx, sealer.key, last)
    return stored.state === 'noted' ? 'same' : null
  }

  /** Verifies the whole log. */
  async walk(signal: AbortSignal): Promise<void> {
    const { db, sealer } = this.#options
    const noted = this.#noted
    const verdict = await verify(db, { key: sealer.key, noted, pauseMs: PAUSE_MS, signal })
    this.#isWalked = true
    if (!verdict.intact) await this.#report(verdict.damage, verdict.brokenAt)
    else this.#entries = verdict.entries
  }

  async #report(damage: Found['damage'], brokenAt: number): Promise<void> {
    const { db, clock, log } = this.#options
    const isKnown = this.#found?.damage === damage && this.#found.brokenAt === brokenAt
    if (!isKnown) {
      this.#found = { damage, brokenAt, foundAt: clock().toISOString() }
      log.error(this.#found, `${AUDIT_DAMAGE[damage]}. ${HOW_TO_GO_ON}`)
      const details = { damage, brokenAt, noted: this.#noted?.entries ?? null }
      await db.write((tx) => record(tx, clock, { actorId: null, action: 'audit.damage-found', details }))
    }
    // From here on the current state is watched.
    const [last] = await db.write(async (tx) => {
      const newest = await lastEntry(tx, {})
      const { noteFile, sealer } = this.#options
      const present = newest[0] ? { entries: newest[0].seq, hash: newest[0].hash } : { entries: 0, hash: BEGINNING }
      if (noteFile && sealer.key) await writeHead(tx, sealer.key, present)
      return newest
    })
    await this.#note({ entries: last?.seq ?? 0, hash: last?.hash ?? '' })
  }

  async #note(head: Head): Promise<void> {
    const { sealer, clock, noteFile } = this.#options
    const { key } = sealer
    this.#noted = { ...head, notedAt: clock().toISOString(), found: this.#found }
    this.#entries = head.entries
    if (noteFile && key) await writeNote(noteFile, key, this.#noted)
  }
}

const HOW_TO_GO_ON = 'Once this is explained, stop the server and run: npm run audit:verify -- --accept'

/** How the log contradicts the database's own head, if so; `rewritten` also where the log has only grown without it. */
export function damageByHead(stored: StoredHead, last: Head | undefined): 'emptied' | 'cut' | 'rewritten' | undefined {
  if (stored.state === 'missing' || stored.state === 'damaged' || stored.entries === 0) return undefined
  if (!last) return 'emptied'
  if (isSame(stored, last)) return undefined
  return last.entries < stored.entries ? 'cut' : 'rewritten'
}

/** Accounts, but not one entry that says how they came to be: every way of creating an account writes one. */
async function isEmptied({ read }: Db): Promise<boolean> {
  const [account, entry] = await Promise.all([
    read.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    read.selectFrom('audit_log').select('id').limit(1).executeTakeFirst(),
  ])
  return account !== undefined && entry === undefined
}
