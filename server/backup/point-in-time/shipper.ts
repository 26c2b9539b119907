import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { PointInTimeStatus } from '../../../shared/backups.ts'
import type { LogCapture } from '../../platform/database/sqlite/log-capture.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Deps } from '../deps.ts'
import { passphraseOf } from '../passphrase.ts'
import { backupFolder, openPlace, placeOf } from '../places.ts'
import { readStored, type Stored } from '../stored-settings.ts'
import type { BucketTargetOptions } from '../targets/bucket-target.ts'
import { type Target, TargetFailure } from '../targets/target.ts'
import { BaseMaker } from './base-maker.ts'
import { CopiedFiles } from './copied-files.ts'
import { endOf, instant } from './choose.ts'
import { recipientAt } from './identity.ts'
import { type Chain, listChains, pieceName } from './names.ts'
import { streamOf } from './objects.ts'
import { Packer } from './packer.ts'
import { pruneChains, removeCopies } from './prune.ts'
import { tellProblem } from './tell-problem.ts'
import { PassphraseUnreadable, Trouble } from './trouble.ts'
import { bytesWaiting, listWaiting, removeEnded } from './waiting.ts'

interface ShipperDeps extends Pick<Deps, 'db' | 'clock' | 'config'> {
  files: FileStore
  /** of the open database */
  file: string
  log: { error(fields: object, message: string): void }
}

export interface ShipperLimits {
  everyMs: number
  /** between attempts, after a failure */
  retryMs: number
  /** More waits while the place cannot be reached: then the chain ends, and a new one begins once it can. */
  mostWaitingBytes: number
  /** A base at least this often: what follows it has to be replayed. */
  baseEveryMs: number
  /** A place that fails for longer is told to those who manage backups. */
  tellAfterMs: number
  bucket: BucketTargetOptions['limits']
}

const DAY_MS = 86_400_000
const LIMITS: ShipperLimits = {
  everyMs: 1000,
  retryMs: 10_000,
  mostWaitingBytes: 512 * 1024 * 1024,
  baseEveryMs: DAY_MS,
  tellAfterMs: 10 * 60_000,
  bucket: undefined,
}

/** Copies the captured log, copies of the database and documents to the place of backups. */
export class SegmentShipper {
  readonly #deps: ShipperDeps
  readonly #capture: LogCapture
  readonly #limits: ShipperLimits
  readonly #packer = new Packer()
  readonly #trouble: Trouble
  readonly #abort = new AbortController()
  readonly #bases: BaseMaker
  /** at the present place; undefined: not listed yet */
  #chains: Chain[] | undefined
  #place = ''
  #where = ''
  #files: CopiedFiles
  #copiedUntil: number | null = null
  #prunedAt = 0
  /** when the place last took something, or a round began */
  #movedAt = 0
  /** of the log as it was when the chain began */
  #begunWithBytes = 0
  #timer: NodeJS.Timeout | undefined
  #watching: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isClosing = false

  constructor(deps: ShipperDeps, capture: LogCapture, limits: Partial<ShipperLimits> = {}) {
    this.#deps = deps
    this.#capture = capture
    this.#limits = { ...LIMITS, ...limits }
    this.#files = new CopiedFiles(deps)
    this.#trouble = new Trouble(deps, this.#limits.tellAfterMs)
    this.#bases = new BaseMaker(deps, capture, this.#abort.signal)
  }

  start(): void {
    this.#later(0)
    this.#watching = setInterval(() => void this.#watch().catch(() => undefined), this.#limits.retryMs).unref()
  }

  /** What the settings page shows. */
  async status(): Promise<PointInTimeStatus> {
    const { pointInTime: isOn } = await readStored(this.#deps.db.read)
    const first = this.#chains?.flatMap(({ bases }) => bases)[0]
    return {
      isOn,
      from: isOn && first ? instant(first.at) : null,
      until: isOn && this.#copiedUntil !== null ? instant(this.#copiedUntil) : null,
      problem: this.#trouble.present ?? null,
    }
  }

  /** Copies what waits once more, if the place answers in time. */
  async close(withinMs: number): Promise<void> {
    // A round that ends now starts no further one, which would take the pieces of the last.
    this.#isClosing = true
    clearTimeout(this.#timer)
    clearInterval(this.#watching)
    const stop = setTimeout(() => this.#abort.abort(), withinMs)
    const ended = aborted(this.#abort.signal)
    await Promise.race([this.#running, ended])
    await this.#capture.cut()
    if (!this.#trouble.present) await Promise.race([this.#ship().catch(() => undefined), ended])
    clearTimeout(stop)
    this.#abort.abort()
    await this.#bases.close()
    await this.#packer.close()
  }

  #later(ms: number): void {
    if (this.#isClosing) return
    this.#timer = setTimeout(() => {
      const { everyMs, retryMs } = this.#limits
      this.#running = this.#round().finally(() => this.#later(this.#trouble.present ? retryMs : everyMs))
    }, ms).unref()
  }

  async #round(): Promise<void> {
    this.#movedAt = performance.now()
    try {
      await this.#ship()
      this.#trouble.end()
    } catch (error) {
      this.#deps.log.error({ err: error }, 'Segments could not be copied')
      await this.#trouble.note(error)
    }
  }

  async #ship(): Promise<void> {
    const { config } = this.#deps
    const stored = await readStored(this.#deps.db.read)
    if (!stored.pointInTime) return this.#turnOff(stored)
    if (stored.target === 'folder') await mkdir(backupFolder(config), { recursive: true, mode: 0o700 })
    const target = openPlace(config, stored, placeOf(stored), this.#limits.bucket)
    this.#where = target.where
    const recipient = await this.#recipient(target, stored)
    const chains = await this.#chainsAt(target, placeOf(stored) ?? '')
    // Also what waits of a chain that has ended: the next one begins once the place has answered.
    await this.#shipPieces(target, recipient)
    const why = this.#capture.ended
    if (!this.#capture.chain) await this.#begin(chains)
    if (why !== undefined) await tellProblem(this.#deps, { code: why, detail: '' })
    if (this.#bases.isWaiting || this.#isBaseDue()) void this.#makeBase(target, recipient, stored)
    if (this.#bases.failure !== undefined) throw this.#bases.failure
  }

  /** What lies at the present place. Elsewhere a new chain begins, because one in two places is whole in neither. */
  async #chainsAt(target: Target, place: string): Promise<Chain[]> {
    if (this.#chains && place === this.#place) return this.#chains
    const chains = await listChains(target)
    const ids = new Set(chains.map(({ id }) => id))
    if (this.#capture.chain && !ids.has(this.#capture.chain.id)) await this.#capture.end()
    for (const { chain, path } of await listWaiting(this.#capture.folder, undefined))
      if (!ids.has(chain)) await rm(path, { force: true })
    const last = chains.at(-1)
    this.#copiedUntil = last ? endOf(last) : null
    this.#files = new CopiedFiles(this.#deps)
    await this.#bases.forget()
    this.#place = place
    this.#chains = chains
    return chains
  }

  /** What was copied stays as long as the settings keep it. */
  async #turnOff(stored: Stored): Promise<void> {
    if (this.#capture.chain) await this.#capture.end()
    for (const { path } of await listWaiting(this.#capture.folder, undefined)) await rm(path, { force: true })
    await removeEnded(this.#capture.folder, undefined)
    if (this.#chains) await this.#bases.forget()
    this.#chains = undefined
    this.#copiedUntil = null
    const now = this.#deps.clock().getTime()
    if (now - this.#prunedAt < DAY_MS) return
    this.#prunedAt = now
    // A place that fails is tried again the next day: nobody waits for it.
    await this.#prune(openPlace(this.#deps.config, stored, placeOf(stored), this.#limits.bucket), stored).catch(
      () => undefined,
    )
    this.#chains = undefined
  }

  async #recipient(target: Target, stored: Stored): Promise<string | undefined> {
    const { config } = this.#deps
    if (stored.sealedPassphrase === null) return stored.recipient ?? undefined
    const passphrase = passphraseOf(config, stored)
    if (passphrase === undefined) throw new PassphraseUnreadable()
    return recipientAt(target, {
      folder: this.#capture.folder,
      place: placeOf(stored) ?? target.where,
      secretKey: config.secretKey,
      passphrase,
      packer: this.#packer,
    })
  }

  async #begin(chains: Chain[]): Promise<void> {
    const last = Math.max(0, ...chains.map(({ id }) => Number(id.split('-')[0])))
    const id = `${String(last + 1).padStart(6, '0')}-${randomBytes(4).toString('hex')}`
    this.#begunWithBytes = Infinity
    await this.#capture.begin(id)
    if (!this.#capture.chain) throw new Error('The write-ahead log could not be captured.')
    chains.push({ id, pieces: [], bases: [] })
    this.#begunWithBytes = await bytesWaiting(await listWaiting(this.#capture.folder, this.#capture.chain))
  }

  async #shipPieces(target: Target, recipient: string | undefined): Promise<void> {
    const { folder } = this.#capture
    const pieces = await listWaiting(folder, this.#capture.chain)
    if (pieces.length > 0) await this.#files.copyNew(target, recipient, this.#deps.clock())
    for (const { chain, file, path } of pieces) {
      const bytes = await this.#packer.pack({ path, recipient })
      await putOnce(target, pieceName(chain, file), bytes)
      await rm(path, { force: true })
      this.#movedAt = performance.now()
      this.#copiedUntil = Number(file.split('-')[2])
    }
    await removeEnded(folder, this.#capture.chain?.id)
  }

  #isBaseDue(): boolean {
    const { chain } = this.#capture
    if (!chain) return false
    const last = this.#chains?.find(({ id }) => id === chain.id)?.bases.at(-1)
    if (!last) return true
    const age = this.#deps.clock().getTime() - last.at
    return chain.next - 1 > last.end && age >= this.#limits.baseEveryMs
  }

  #makeBase(target: Target, recipient: string | undefined, stored: Stored): Promise<void> {
    const files = this.#files
    return this.#bases.make({
      target,
      recipient,
      prepare: () => files.copyNew(target, recipient, this.#deps.clock()),
      stored: async ({ at }) => {
        // Meanwhile it may have been turned off, or have moved elsewhere.
        if (files !== this.#files) return
        this.#copiedUntil = Math.max(this.#copiedUntil ?? 0, at)
        await this.#prune(target, stored)
      },
    })
  }

  async #prune(target: Target, { keepDays }: Pick<Stored, 'keepDays'>): Promise<void> {
    const before = new Date(this.#deps.clock().getTime() - keepDays * DAY_MS)
    const present = this.#capture.chain?.id
    this.#chains = await listChains(target)
    await pruneChains(target, this.#chains, { before, present })
    this.#chains = await listChains(target)
    if (this.#chains.length === 0 && present === undefined) await removeCopies(target)
    else await this.#files.prune(target, before)
  }

  /** The place may answer slowly, or never: people must learn of it, and the disk of the server must not fill up. */
  async #watch(): Promise<void> {
    const pieces = await listWaiting(this.#capture.folder, this.#capture.chain)
    if (pieces.length > 0 && performance.now() - this.#movedAt > this.#limits.tellAfterMs)
      await this.#trouble.note(new TargetFailure('unavailable', this.#where), this.#movedAt)
    const bytes = (await bytesWaiting(pieces)) - this.#begunWithBytes
    if (!this.#capture.chain || bytes <= this.#limits.mostWaitingBytes) return
    await this.#capture.end()
    await tellProblem(this.#deps, { code: 'place-failed', detail: '' }).catch(() => undefined)
  }
}

/** An earlier attempt may have stored it without learning so. */
async function putOnce(target: Target, name: string, bytes: Buffer): Promise<void> {
  await target.put(name, streamOf(bytes)).catch((error: unknown) => {
    if (!(error instanceof TargetFailure && error.code === 'taken')) throw error
  })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
