import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../../platform/files/file-store.ts'

const BLOCK = 256 * 1024
/** Cached blocks: recognition reads both ends of a file and the tables in between. */
const MAX_KEPT = 4

/** Bytes that can be read anywhere. */
export interface RandomAccess {
  readonly size: number
  /** The bytes from an offset on, fewer at the end of the file. */
  bytes(from: number, length: number): Promise<Buffer>
}

/** A stored file with random access; of a large file only some blocks are cached in memory. */
export class Content implements RandomAccess {
  readonly size: number
  readonly #files: FileStore
  readonly #key: string
  readonly #kept = new Map<number, Buffer>()

  constructor(files: FileStore, key: string, size: number) {
    this.#files = files
    this.#key = key
    this.size = size
  }

  async bytes(from: number, length: number): Promise<Buffer> {
    const end = Math.min(from + length, this.size)
    const parts: Buffer[] = []
    for (let i = Math.max(0, from); i < end;) {
      const block = await this.#block(Math.floor(i / BLOCK))
      const part = block.subarray(i % BLOCK, (i % BLOCK) + (end - i))
      parts.push(part)
      i += part.length
    }
    return Buffer.concat(parts)
  }

  async #block(index: number): Promise<Buffer> {
    const cached = this.#kept.get(index)
    if (cached) return cached
    const from = index * BLOCK
    const to = Math.min(from + BLOCK, this.size) - 1
    const block = await buffer(await this.#files.read(this.#key, { from, to }))
    if (block.length !== to - from + 1) throw new Error(`The file ${this.#key} is shorter than it was`)
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size >= MAX_KEPT) this.#kept.delete(oldest)
    this.#kept.set(index, block)
    return block
  }
}
