import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import tar from 'tar-stream'
import { type Lock, locked } from './lock.ts'
import { BackupProblem } from './problem.ts'

/**
 * Writes a backup: a tar, compressed with zstd and, with a lock, encrypted in the format of `age`. Standard tools open
 * it. Under its name there is either nothing or the whole file.
 */
export class ArchiveWriter {
  readonly #path: string
  readonly #unfinished: string
  readonly #pack = tar.pack()
  readonly #written: Promise<void>
  readonly #hash = createHash('sha256')
  #size = 0

  private constructor(path: string, lock: Lock) {
    this.#path = path
    this.#unfinished = `${path}.${randomUUID()}.part`
    this.#written = this.#write(lock)
    // Awaited at the end; the failing entry tells it before.
    this.#written.catch(() => {})
  }

  static async create(path: string, lock: Lock): Promise<ArchiveWriter> {
    const taken = await open(path).then(
      (file) => file.close().then(() => true),
      () => false,
    )
    if (taken) throw new BackupProblem(`${path} exists already. Choose another name.`)
    return new ArchiveWriter(path, lock)
  }

  async #write(lock: Lock): Promise<void> {
    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#hash.update(chunk)
        this.#size += chunk.length
        done(null, chunk)
      },
    })
    const file = createWriteStream(this.#unfinished, { flags: 'wx', mode: 0o600, flush: true })
    if (!lock) return pipeline(this.#pack, zstd, count, file)
    const compressed = pipeline(this.#pack, zstd)
    await Promise.all([compressed, pipeline(await locked(zstd, lock), count, file)])
  }

  /** Adds an entry of known content. */
  add(name: string, content: string | Buffer): Promise<void> {
    return this.#unlessBroken(
      new Promise((resolve, reject) => {
        const entry = this.#pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
        // Destroyed together with the pack, which tells why.
        entry.on('error', reject)
      }),
    )
  }

  /** Adds an entry of exactly `size` bytes. */
  addStream(name: string, size: number, content: Readable): Promise<void> {
    return this.#unlessBroken(pipeline(content, this.#pack.entry({ name, size, mode: 0o600 })))
  }

  /** @returns size and SHA-256 of the finished file, which then stands under its name */
  async finish(): Promise<{ size: number; checksum: string }> {
    this.#pack.finalize()
    await this.#written
    // Fails where another backup has taken the name meanwhile.
    await link(this.#unfinished, this.#path)
    await rm(this.#unfinished)
    const folder = await open(dirname(this.#path))
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
    return { size: this.#size, checksum: this.#hash.digest('hex') }
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => {})
    await rm(this.#unfinished, { force: true })
  }

  /** A full disk ends the file, and then no entry would ever be done. */
  async #unlessBroken(entry: Promise<void>): Promise<void> {
    await Promise.race([entry, this.#written])
  }
}
