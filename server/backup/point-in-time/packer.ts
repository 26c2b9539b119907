import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { YOUNG_MB } from '../../platform/thread-limits.ts'
import type { PackJob } from './pack-worker.ts'

/** Compresses and encrypts in a thread, because it would block the main one; one job after the other. */
export class Packer {
  #thread: Worker | undefined

  /** @throws Error when a piece is damaged */
  async pack(job: PackJob): Promise<Buffer> {
    const thread = (this.#thread ??= this.#start())
    thread.postMessage(job)
    // Rejects with the thread's error. Only the worker sends messages.
    const [answer] = (await once(thread, 'message')) as [{ bytes: Uint8Array } | { error: string }]
    if ('error' in answer) throw new Error(`The log could not be packed: ${answer.error}`)
    return Buffer.from(answer.bytes)
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(new URL('./pack-worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    thread.on('error', () => (this.#thread = undefined))
    thread.unref()
    return thread
  }
}
