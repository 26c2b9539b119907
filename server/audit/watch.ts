import type { Db } from '../database/db.ts'
import { keyIdIn } from './chain.ts'
import { type HeadNote, readNote, writeNote } from './head-note.ts'
import { type AuditSealer, lastEntry } from './seal.ts'
import { record } from './service.ts'
import { LogDigest } from './digest.ts'
import { type Damage, type Head, verify } from './verify.ts'

const NOTE_INTERVAL_MS = 2000
/** Only where entries are not sealed with their commit. */
const SEAL_INTERVAL_MS = 500
const VERIFY_INTERVAL_MS = 24 * 3_600_000
const PAUSE_MS = 5

type Found = { damage: Damage | 'note-damaged'; brokenAt: number; foundAt: string }

export interface AuditState {
  /** `checking` until the whole log has been verified once since the start */
  state: 'checking' | 'intact' | 'damaged'
  /** as of the last note or full check */
  entries: number
  found: Found | null
}

interface Options {
  db: Db
  sealer: AuditSealer
  clock: () => Date
  /** the file for the newest entry; null: none, then cutting off the end of the log goes unnoticed */
  noteFile: string | null
  log: Record<'error' | 'warn', (fields: object, message: string) => void>
}

/**
 * Notes the newest entry of the audit log outside the database and checks that the log still contains it: at the start,
 * every few seconds if there are new entries, and once a day by verifying the whole log. Damage is reported by log
 * line, readiness, metric and an audit entry, and never blocks any work. The report survives restarts until the note is
 * deleted.
 */
export class AuditWatch {
  readonly #options: Options
  /** lets anybody verify an exported log */
  readonly digest: LogDigest
  #noted: HeadNote | null = null
  #found: Found | null = null
  #entries = 0
  #isWalked = false
  #isFailing = false
  #timers: NodeJS.Timeout[] = []
  #busy: Promise<void> = Promise.resolve()
  #sealing: Promise<void> | undefined
  readonly #closing = new AbortController()

  constructor(options: Options) {
    this.#options = options
    this.digest = new LogDigest(options.db)
  }

  get state(): AuditState {
    const state = this.#found ? 'damaged' : this.#isWalked ? 'intact' : 'checking'
    return { state, entries: this.#entries, found: this.#found }
  }

  /** Compares the log with the last note, then continues in the background. */
  async start(): Promise<void> {
    await this.#seal()
    await this.#lockByName(async () => {
      await this.#recall()
      await this.#compare()
    })
    const every = (ms: number, work: () => Promise<void>) =>
      this.#timers.push(setInterval(() => void this.#lockByName(work), ms).unref())
    // Not through the queue of the other checks: verifying a long log takes minutes.
    if (this.#options.db.engine === 'postgres')
      this.#timers.push(setInterval(() => void this.#seal(), SEAL_INTERVAL_MS).unref())
    every(NOTE_INTERVAL_MS, () => this.#compare())
    every(VERIFY_INTERVAL_MS, () => this.#walk())
    void this.#lockByName(() => this.#walk())
  }

  /** Seals and compares now, instead of at the next interval. */
  async check(): Promise<void> {
    await this.#seal()
    return this.#lockByName(() => this.#compare())
  }

  /** Resolves once running checks are done, all entries are sealed and the newest is noted. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#closing.abort()
    await this.check()
  }

  #seal(): Promise<void> {
    const { db, sealer } = this.#options
    this.#sealing ??= this.#guarded(() => sealer.sealAll(db)).finally(() => (this.#sealing = undefined))
    return this.#sealing
  }

  #lockByName(work: () => Promise<void>): Promise<void> {
    this.#busy = this.#busy.then(() => this.#guarded(work))
    return this.#busy
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#isFailing = false
    } catch (error) {
      // Readiness reports a failing database. The check is retried, and logged only once.
      if (this.#isFailing || this.#closing.signal.aborted) return
      this.#isFailing = true
      this.#options.log.warn({ err: error }, 'The audit log could not be sealed and checked')
    }
  }

  async #recall(): Promise<void> {
    const { sealer, noteFile, log } = this.#options
    const { key } = sealer
    if (!noteFile || !key) return
    const read = await readNote(noteFile, key)
    if (read.state === 'damaged') return this.#report('note-damaged', 0)
    if (read.state === 'missing') return
    this.#noted = read.note
    // Written by `#report`.
    this.#found = read.note.found as Found | null
    if (this.#found) log.error(this.#found, 'Damage to the audit log was found earlier and has not been cleared')
    if (read.state === 'other-key') await this.#sealUnder(key.id, read.note)
  }

  /**
   * Entries made with the former key can no longer be verified: an entry records that and seals them with the current
   * one.
   */
  async #sealUnder(keyId: string, { entries }: HeadNote): Promise<void> {
    const { db, sealer, clock, log } = this.#options
    log.warn(
      { entries },
      'SECRET_KEY has changed: earlier entries of the audit log can only be checked with the former one',
    )
    await db.write(async (tx) => {
      const [last] = await lastEntry(tx, {})
      if (!last || keyIdIn(last.hash) === keyId) return
      await record(tx, clock, { actorId: null, action: 'audit.key-changed', details: { noted: entries } })
      await sealer.seal(tx)
    })
  }

  /** Checks that the log still contains the noted entry, then notes the newest one. */
  async #compare(): Promise<void> {
    const { db } = this.#options
    const [last] = await lastEntry(db.read, {})
    const noted = this.#noted
    if (noted && (last?.seq === noted.entries ? last.hash === noted.hash : !last && noted.entries === 0)) return
    // Through the writer: a noted entry must be on disk, or a lost commit would look like a removed entry.
    const { head, atNoted } = await db.write(async (tx) => {
      const [newest] = await lastEntry(tx, {})
      const [there] = noted
        ? await tx.selectFrom('audit_log').select('hash').where('seq', '=', noted.entries).execute()
        : []
      return { head: { entries: newest?.seq ?? 0, hash: newest?.hash ?? '' }, atNoted: there }
    })
    if (noted && noted.entries > 0 && atNoted?.hash !== noted.hash) {
      const isShorter = head.entries < noted.entries
      await this.#report(isShorter ? (head.entries === 0 ? 'emptied' : 'cut') : 'rewritten', head.entries + 1)
      return
    }
    await this.#note(head)
  }

  async #walk(): Promise<void> {
    const { db, sealer } = this.#options
    const noted = this.#noted
    const verdict = await verify(db, { key: sealer.key, noted, pauseMs: PAUSE_MS, signal: this.#closing.signal })
    this.#isWalked = true
    if (!verdict.intact) await this.#report(verdict.damage, verdict.brokenAt)
    else this.#entries = verdict.entries
  }

  async #report(damage: Found['damage'], brokenAt: number): Promise<void> {
    const { db, clock, log } = this.#options
    const isKnown = this.#found?.damage === damage && this.#found.brokenAt === brokenAt
    if (!isKnown) {
      this.#found = { damage, brokenAt, foundAt: clock().toISOString() }
      log.error(this.#found, SENTENCES[damage])
      const details = { damage, brokenAt, noted: this.#noted?.entries ?? null }
      await db.write((tx) => record(tx, clock, { actorId: null, action: 'audit.damage-found', details }))
    }
    // From here on the current state is watched.
    const [last] = await db.write((tx) => lastEntry(tx, {}))
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

const SENTENCES: Record<Found['damage'], string> = {
  altered: 'An entry of the audit log was altered',
  removed: 'Entries of the audit log were removed',
  swapped: 'Entries of the audit log were swapped',
  rewritten: 'Entries of the audit log were rewritten',
  forged: 'Entries of the audit log were made without its key',
  cut: 'The newest entries of the audit log were removed',
  emptied: 'The audit log was emptied',
  'note-damaged': 'The note of the newest entry of the audit log was altered',
}
