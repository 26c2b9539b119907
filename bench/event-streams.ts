import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What the thread of the readers is told, and answers when it is done. */
export type ToReaders =
  | { open: { url: string; tokens: readonly string[]; count: number } }
  | { arrivals: true }
  | { clear: true }
  | { close: true }

/** Instants of arrival in milliseconds since 1970, by number of the request. */
export type Arrivals = Map<string, number[]>

/**
 * Streams of `GET /api/events`, and when each has brought which request. They are read in a thread of their own, since
 * hundreds of frames at once would otherwise delay the calls that are measured.
 */
export class EventStreams {
  readonly #readers = new Worker(new URL('event-streams-thread.ts', import.meta.url))
  /** how many are open */
  size = 0

  /** @returns once the server has sent each the position from which it goes on */
  async open(url: URL, tokens: readonly string[], count: number): Promise<void> {
    await this.#tell({ open: { url: url.href, tokens, count } })
    this.size += count
  }

  arrivals(): Promise<Arrivals> {
    return this.#tell({ arrivals: true }) as Promise<Arrivals>
  }

  async clear(): Promise<void> {
    await this.#tell({ clear: true })
  }

  async close(): Promise<void> {
    await this.#tell({ close: true })
    this.size = 0
  }

  async end(): Promise<void> {
    await this.#readers.terminate()
  }

  async #tell(message: ToReaders): Promise<unknown> {
    const answer = once(this.#readers, 'message')
    this.#readers.postMessage(message)
    return (await answer)[0]
  }
}
