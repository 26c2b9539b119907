import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chainKeyFrom } from '../../audit/chain.ts'
import type { LogCapture } from '../../platform/database/sqlite/log-capture.ts'
import type { Deps } from '../deps.ts'
import type { Target } from '../targets/target.ts'
import { copyBase, type MadeBase } from './base.ts'
import { baseNames } from './names.ts'
import { packed, streamOf } from './objects.ts'

interface Wanted {
  target: Target
  recipient: string | undefined
  /** called before it is stored */
  prepare(): Promise<void>
  /** called once it is */
  stored(made: MadeBase): Promise<void>
}

/** Copies the database to the place of the segments, one copy at a time. It takes long, and segments go on meanwhile. */
export class BaseMaker {
  /** why the last one was not made; undefined: it was */
  failure: unknown
  readonly #deps: Pick<Deps, 'config'> & { file: string }
  readonly #capture: LogCapture
  readonly #signal: AbortSignal
  #copying: Promise<MadeBase | undefined> | undefined
  /** that is to be stored */
  #copied: MadeBase | undefined
  #isBusy = false

  constructor(deps: Pick<Deps, 'config'> & { file: string }, capture: LogCapture, signal: AbortSignal) {
    this.#deps = deps
    this.#capture = capture
    this.#signal = signal
  }

  /** Whether a copy has to be stored, because its place failed. */
  get isWaiting(): boolean {
    return this.#copied !== undefined
  }

  /** Never throws: `failure` says why. */
  async make(options: Wanted): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      this.#copied ??= await (this.#copying = this.#copy(options.recipient))
      if (this.#copied) await this.#store(this.#copied, options)
      await this.forget()
    } catch (error) {
      if (!this.#signal.aborted) this.failure = error
    } finally {
      this.#isBusy = false
    }
  }

  /** The next one is copied anew. */
  async forget(): Promise<void> {
    this.failure = undefined
    this.#copied = undefined
    await rm(this.#path, { force: true })
  }

  /** Waits until nothing is copied any more. */
  async close(): Promise<void> {
    await this.#copying?.catch(() => undefined)
  }

  get #path(): string {
    return join(this.#capture.folder, 'base')
  }

  #copy(recipient: string | undefined): Promise<MadeBase | undefined> {
    return copyBase(this.#capture, { file: this.#deps.file, to: this.#path, recipient, signal: this.#signal })
  }

  async #store(made: MadeBase, { target, recipient, prepare, stored }: Wanted): Promise<void> {
    const names = baseNames(made.chain, made)
    await prepare()
    // One that was left without what is known of it.
    await target.remove(names.name)
    await target.put(names.name, createReadStream(this.#path))
    const keyId = chainKeyFrom(this.#deps.config.secretKey).id
    await target.put(names.about, await packed(streamOf(JSON.stringify({ ...made, keyId })), recipient))
    await stored(made)
  }
}
