import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PointInTimeStatus } from '../../../shared/backups.ts'
import type { LogCapture } from '../../database/sqlite/log-capture.ts'
import type { FileStore } from '../../files/file-store.ts'
import { chainKeyFrom } from '../../audit/chain.ts'
import type { Deps } from '../deps.ts'
import { passphraseOf } from '../passphrase.ts'
import { backupFolder, openPlace, placeOf } from '../places.ts'
import { readStored, type Stored } from '../stored-settings.ts'
import { type Target, TargetFailure } from '../targets/target.ts'
import { copyBase, type MadeBase } from './base.ts'
import { CopiedFiles } from './copied-files.ts'
import { instant } from './choose.ts'
import { recipientAt } from './identity.ts'
import { baseNames, type Chain, listChains, pieceName } from './names.ts'
import { packed, streamOf } from './objects.ts'
import { Packer } from './packer.ts'
import { pruneChains } from './prune.ts'
import { tellProblem } from './tell-problem.ts'
import { bytesWaiting, listWaiting, removeEnded } from './waiting.ts'

interface ShipperDeps extends Pick<Deps, 'db' | 'clock' | 'config'> {
  files: FileStore
  /** of the open database */
  file: string
  log: { error(fields: object, message: string): void }
}

export interface ShipperLimits {
  everyMs: number
  /** More waits while the place cannot be reached: then the chain ends, and a new one begins once it can. */
  mostWaitingBytes: number
  /** A base at least this often: what follows it has to be replayed. */
  baseEveryMs: number
}

const LIMITS: ShipperLimits = { everyMs: 1000, mostWaitingBytes: 512 * 1024 * 1024, baseEveryMs: 24 * 3_600_000 }
/** After a failure. */
const RETRY_MS = 10_000
const DAY_MS = 86_400_000
/** A place that fails for longer is told to those who manage backups. */
const TELL_AFTER_MS = 10 * 60_000

type Problem = NonNullable<PointInTimeStatus['problem']>

/** Copies the captured log, copies of the database and documents to the place of backups. */
export class SegmentShipper {
  readonly #deps: ShipperDeps
  readonly #capture: LogCapture
  readonly #limits: ShipperLimits
  readonly #files: CopiedFiles
  readonly #packer = new Packer()
  readonly #abort = new AbortController()
  #chains: Chain[] | undefined
  #place = ''
  #base: Promise<void> | undefined
  #copiedUntil: number | null = null
  #problem: (Problem & { since: number; isTold: boolean }) | undefined
  /** a copy of the database that is to be stored */
  #copied: MadeBase | undefined
  #timer: NodeJS.Timeout | undefined
  #watching: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isClosing = false

  constructor(deps: ShipperDeps, capture: LogCapture, limits: Partial<ShipperLimits> = {}) {
    this.#deps = deps
    this.#capture = capture
    this.#limits = { ...LIMITS, ...limits }
    this.#files = new CopiedFiles(deps)
  }

  start(): void {
    this.#later(0)
    this.#watching = setInterval(() => void this.#watch(), RETRY_MS).unref()
  }

  /** What the settings page shows. */
  async status(): Promise<PointInTimeStatus> {
    const { pointInTime: isOn } = await readStored(this.#deps.db.read)
    const first = this.#chains?.flatMap(({ bases }) => bases)[0]
    const { code, detail } = this.#problem ?? {}
    return {
      isOn,
      from: isOn && first ? instant(first.at) : null,
      until: isOn && this.#copiedUntil !== null ? instant(this.#copiedUntil) : null,
      problem: code === undefined || detail === undefined ? null : { code, detail },
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
    if (!this.#problem) await Promise.race([this.#ship().catch(() => undefined), ended])
    clearTimeout(stop)
    this.#abort.abort()
    await this.#base
    await this.#packer.close()
  }

  #later(ms: number): void {
    if (this.#isClosing) return
    this.#timer = setTimeout(() => {
      this.#running = this.#round().finally(() => this.#later(this.#problem ? RETRY_MS : this.#limits.everyMs))
    }, ms).unref()
  }

  async #round(): Promise<void> {
    try {
      await this.#ship()
      this.#problem = undefined
    } catch (error) {
      await this.#fail(error)
    }
  }

  async #ship(): Promise<void> {
    const stored = await readStored(this.#deps.db.read)
    if (!stored.pointInTime) return this.#turnOff()
    const target = await openTarget(this.#deps.config, stored)
    const recipient = await this.#recipient(target, stored)
    if (target.where !== this.#place) {
      this.#chains = undefined
      this.#place = target.where
    }
    this.#chains ??= await listChains(target)
    const why = this.#capture.ended
    if (!this.#capture.chain) await this.#begin(this.#chains)
    if (why !== undefined) await tellProblem(this.#deps, { code: why, detail: '' })
    await this.#shipPieces(target, recipient)
    if (this.#copied) await this.#storeBase(target, this.#copied, { recipient, keepDays: stored.keepDays })
    else if (this.#isBaseDue()) this.#base ??= this.#copyBase(recipient)
  }

  async #turnOff(): Promise<void> {
    if (this.#capture.chain) await this.#capture.end()
    this.#chains = undefined
    this.#copiedUntil = null
    for (const { path } of await listWaiting(this.#capture.folder, undefined)) await rm(path, { force: true })
    await removeEnded(this.#capture.folder, undefined)
  }

  async #recipient(target: Target, stored: Stored): Promise<string | undefined> {
    const { config } = this.#deps
    if (stored.sealedPassphrase === null) return stored.recipient ?? undefined
    const passphrase = passphraseOf(config, stored)
    if (passphrase === undefined) throw new PassphraseUnreadable()
    return recipientAt(target, {
      folder: this.#capture.folder,
      secretKey: config.secretKey,
      passphrase,
      packer: this.#packer,
    })
  }

  async #begin(chains: Chain[]): Promise<void> {
    const last = Math.max(0, ...chains.map(({ id }) => Number(id.split('-')[0])))
    const id = `${String(last + 1).padStart(6, '0')}-${randomBytes(4).toString('hex')}`
    await this.#capture.begin(id)
    if (!this.#capture.chain) throw new Error('The write-ahead log could not be captured.')
    chains.push({ id, pieces: [], bases: [] })
  }

  async #shipPieces(target: Target, recipient: string | undefined): Promise<void> {
    const { folder } = this.#capture
    const pieces = await listWaiting(folder, this.#capture.chain)
    if (pieces.length > 0) await this.#files.copyNew(target, recipient, this.#deps.clock())
    for (const { chain, file, path } of pieces) {
      const bytes = await this.#packer.pack({ path, recipient })
      await putOnce(target, pieceName(chain, file), bytes)
      await rm(path, { force: true })
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

  /** It takes long, and segments go on meanwhile. */
  async #copyBase(recipient: string | undefined): Promise<void> {
    const { signal } = this.#abort
    try {
      this.#copied = await copyBase(this.#capture, { file: this.#deps.file, to: this.#copyPath, recipient, signal })
    } catch (error) {
      if (!signal.aborted) await this.#fail(error)
    } finally {
      this.#base = undefined
    }
  }

  async #storeBase(
    target: Target,
    made: MadeBase,
    { recipient, keepDays }: { recipient: string | undefined; keepDays: number },
  ): Promise<void> {
    const { clock, config } = this.#deps
    const names = baseNames(made.chain, made)
    // One that was left without what is known of it.
    await target.remove(names.name)
    await target.put(names.name, createReadStream(this.#copyPath))
    const keyId = chainKeyFrom(config.secretKey).id
    await target.put(names.about, await packed(streamOf(JSON.stringify({ ...made, keyId })), recipient))
    this.#copied = undefined
    await rm(this.#copyPath, { force: true })
    this.#copiedUntil ??= made.at
    this.#chains = await listChains(target)
    const before = new Date(clock().getTime() - keepDays * DAY_MS)
    await pruneChains(target, this.#chains, before)
    await this.#files.prune(target, before)
  }

  get #copyPath(): string {
    return join(this.#capture.folder, 'base')
  }

  async #fail(failure: unknown): Promise<void> {
    const now = this.#deps.clock().getTime()
    const code = codeOf(failure)
    const detail = failure instanceof Error ? failure.message : String(failure)
    this.#deps.log.error({ err: failure }, 'Segments could not be copied')
    this.#problem = { code, detail, since: this.#problem?.since ?? now, isTold: this.#problem?.isTold ?? false }
    if (this.#problem.isTold || now - this.#problem.since < TELL_AFTER_MS) return
    this.#problem.isTold = true
    await tellProblem(this.#deps, { code, detail }).catch(() => undefined)
  }

  /** The place may answer slowly, or never: the disk of the server must not fill up meanwhile. */
  async #watch(): Promise<void> {
    if (!this.#capture.chain) return
    const waiting = await bytesWaiting(await listWaiting(this.#capture.folder, this.#capture.chain))
    if (waiting <= this.#limits.mostWaitingBytes) return
    await this.#capture.end()
    await tellProblem(this.#deps, { code: 'place-failed', detail: '' }).catch(() => undefined)
  }
}

async function openTarget(config: Deps['config'], stored: Stored): Promise<Target> {
  if (stored.target === 'folder') await mkdir(backupFolder(config), { recursive: true, mode: 0o700 })
  return openPlace(config, stored, placeOf(stored))
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

class PassphraseUnreadable extends Error {}

function codeOf(failure: unknown): Problem['code'] {
  if (failure instanceof PassphraseUnreadable) return 'passphrase-unreadable'
  return failure instanceof TargetFailure ? 'place-failed' : 'not-copied'
}
