import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import type { Content, RandomAccess } from './content.ts'

/** More than any real document has: a zip of a million empty files would take too long. */
const MAX_ENTRIES = 10_000

export interface ZipEntries {
  names: Set<string>
  isEncrypted: boolean
}

/** Lists the directory of a zip file without unpacking it. @returns undefined for a damaged or not quite valid file */
export async function readZipEntries(content: Content): Promise<ZipEntries | undefined> {
  try {
    const zip = await open(content)
    const names = new Set<string>()
    let isEncrypted = false
    let startsAtZero = false
    for await (const entry of zip.eachEntry()) {
      if (names.size >= MAX_ENTRIES) return undefined
      names.add(entry.fileName)
      isEncrypted ||= entry.isEncrypted()
      startsAtZero ||= entry.relativeOffsetOfLocalHeader === 0
    }
    // Otherwise other content precedes the first entry (a polyglot file).
    return startsAtZero ? { names, isEncrypted } : undefined
  } catch (error) {
    if (error instanceof StoreError) throw error.cause
    return undefined
  }
}

/** The content of an entry in memory. @returns undefined if it is damaged or larger than `maxBytes` */
export async function unpackEntry(content: Content, name: string, maxBytes: number): Promise<RandomAccess | undefined> {
  try {
    const zip = await open(content)
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue
      const parts: Buffer[] = []
      let size = 0
      for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        size += part.length
        if (size > maxBytes) return undefined
        parts.push(part)
      }
      const whole = Buffer.concat(parts)
      return { size, bytes: (from, length) => Promise.resolve(whole.subarray(from, from + length)) }
    }
    return undefined
  } catch (error) {
    if (error instanceof StoreError) throw error.cause
    return undefined
  }
}

function open(content: Content) {
  const options = { lazyEntries: true, autoClose: false }
  return yauzl.fromRandomAccessReaderPromise(new ContentReader(content), content.size, options)
}

/** A failure of the store, which says nothing about the file. */
class StoreError extends Error {}

class ContentReader extends yauzl.RandomAccessReader {
  readonly #content: Content

  constructor(content: Content) {
    super()
    this.#content = content
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#parts(start, end))
  }

  /** yauzl reads the directory with this method; the default would create a stream for every forty bytes. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.#content.bytes(position, length).then(
      (bytes) => {
        bytes.copy(target, offset)
        done(bytes.length < length ? new Error('The file ends too early') : null)
      },
      (cause: unknown) => done(new StoreError('The store failed', { cause })),
    )
  }

  async *#parts(start: number, end: number): AsyncGenerator<Buffer> {
    yield await this.#content.bytes(start, end - start)
  }
}
