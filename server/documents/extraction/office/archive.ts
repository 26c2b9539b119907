import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { Unreadable } from '../extraction.ts'
import { MAX_ENTRIES, MAX_UNPACKED_BYTES } from '../limits.ts'

const tooLarge = () => new Unreadable({ code: 'too-large', count: MAX_UNPACKED_BYTES / 1024 / 1024 })

/**
 * The zip of an office document. Nothing is unpacked to disk or followed: a nested zip stays closed, and an address is only
 * text. Bytes are counted while they are unpacked, regardless of the sizes that the file claims.
 */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>
  #unpacked = 0

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws Unreadable when it holds too much, or XML that declares a document type */
  static async open(bytes: Uint8Array<ArrayBuffer>): Promise<Archive> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(buffer, { lazyEntries: true, autoClose: false })
    const archive = new Archive(zip, await entriesOf(zip))
    for (const name of archive.names()) if (isXml(name)) await archive.#refuseDeclarations(name)
    archive.#unpacked = 0
    return archive
  }

  names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Streams the decoded text of an entry; nothing where there is no such entry. */
  async *text(name: string): AsyncGenerator<string> {
    let decoder: TextDecoder | undefined
    for await (const chunk of await this.#unpack(name)) {
      decoder ??= new TextDecoder(encodingOf(chunk))
      yield decoder.decode(chunk, { stream: true })
    }
    if (decoder) yield decoder.decode()
  }

  async #unpack(name: string): Promise<AsyncIterable<Buffer>> {
    const entry = this.#entries.get(name)
    if (!entry) return nothing()
    if (entry.isEncrypted()) throw new Unreadable({ code: 'damaged' })
    const open = promisify<Entry, Readable>(this.#zip.openReadStream.bind(this.#zip))
    return this.#counted(await open(entry))
  }

  async *#counted(stream: Readable): AsyncGenerator<Buffer> {
    // Leaving the loop destroys the stream.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#unpacked += chunk.length
      if (this.#unpacked > MAX_UNPACKED_BYTES) throw tooLarge()
      yield chunk
    }
  }

  /** No part of a real document needs a DOCTYPE; those that have one try entity expansion or external entities. */
  async #refuseDeclarations(name: string): Promise<void> {
    let tail = ''
    for await (const piece of this.text(name)) {
      const text = tail + piece
      if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Unreadable({ code: 'declares-entities' })
      tail = text.slice(-10)
    }
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new Unreadable({ code: 'too-many-files', count: MAX_ENTRIES })
  const entries = new Map<string, Entry>()
  let claimed = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('error', reject)
  zip.on('end', resolve)
  zip.on('entry', (entry: Entry) => {
    claimed += entry.uncompressedSize
    if (claimed > MAX_UNPACKED_BYTES) return reject(tooLarge())
    entries.set(entry.fileName, entry)
    zip.readEntry()
  })
  zip.readEntry()
  await promise
  return entries
}

function isXml(name: string): boolean {
  return /\.(?:xml|rels)$/i.test(name)
}

function encodingOf(begin: Buffer): string {
  if (begin[0] === 0xff && begin[1] === 0xfe) return 'utf-16le'
  if (begin[0] === 0xfe && begin[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
