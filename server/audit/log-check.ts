import type { Db } from '../database/db.ts'
import { keyIdIn } from './chain.ts'
import { type HeadNote, readNote, writeNote } from './head-note.ts'
import { type AuditSealer, lastEntry } from './seal.ts'
import { record } from './service.ts'
import { type Damage, type Head, verify } from './verify.ts'

const PAUSE_MS = 5

type Found = { damage: Damage | 'note-damaged'; brokenAt: number; foundAt: string }

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
  log: Record<'error' | 'warn', (fields: object, message: string) => void>
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
  async compare(): Promise<void> {
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
