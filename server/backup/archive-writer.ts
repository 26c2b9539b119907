import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import tar from 'tar-stream'
import type { BackupFile } from './backup-file.ts'
import { type Lock, locked } from './lock.ts'
import { TargetFailure } from './targets/target.ts'

/**
 * Writes a backup: a tar, compressed with zstd and, with a lock, encrypted in the format of `age`. Standard tools open
 * it. Under its name there is either nothing or the whole file.
 */
export class ArchiveWriter {
  readonly #pack = tar.pack()
  readonly #written: Promise<void>
  readonly #hash = createHash('sha256')
  #size = 0

  constructor(file: BackupFile, lock: Lock) {
    this.#written = this.#write(file, lock)
    // Awaited at the end; the failing entry tells it before.
    this.#written.catch(() => {})
  }

  async #write({ target, name }: BackupFile, lock: Lock): Promise<void> {
    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#hash.update(chunk)
        this.#size += chunk.length
        done(null, chunk)
      },
    })
    const compressed = pipeline(this.#pack, zstd)
    // While a key is derived from a passphrase, nobody awaits it.
    compressed.catch(() => {})
    const content = lock ? await locked(zstd, lock) : zstd
    const passing = Promise.all([compressed, pipeline(content, count)])
    passing.catch(() => {})
    // First, because it says why: the others then only tell that they ended too soon.
    await target.put(name, count)
    await passing
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
    return { size: this.#size, checksum: this.#hash.digest('hex') }
  }

  /** Leaves nothing behind. @returns the failure of the target, if it is the reason of the others */
  async abandon(): Promise<TargetFailure | undefined> {
    this.#pack.destroy()
    return this.#written.then(
      () => undefined,
      (error: unknown) => (error instanceof TargetFailure ? error : undefined),
    )
  }

  /** A full disk ends the file, and then no entry would ever be done. */
  async #unlessBroken(entry: Promise<void>): Promise<void> {
    await Promise.race([entry, this.#written])
  }
}
