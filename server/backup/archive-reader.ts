import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import { isLocked, type Key, unlocked } from './lock.ts'
import { BackupProblem } from './problem.ts'

export interface ArchiveEntry {
  name: string
  size: number
  content: Readable
}

/** Bytes that a file may unfold into, for each of its own: rows compress twentyfold, files hardly. */
const MOST_UNFOLDED = 1000
const SMALL = 64 * 1024 * 1024

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const beginning = Buffer.alloc(64)
    const { bytesRead } = await file.read(beginning, 0, beginning.length, 0)
    return isLocked(beginning.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/**
 * The entries of an archive in their order. Each must be read to its end before the next.
 * @throws BackupProblem for a file that is no backup, was cut, altered or lengthened, or does not open with this key
 */
export async function* readEntries(path: string, key: Key): AsyncIterable<ArchiveEntry> {
  const { size } = await stat(path)
  const whole = createReadStream(path)
  const compressed = (await isEncrypted(path)) ? await decrypted(whole, key) : whole
  let [arrived, unfolded] = [0, 0]
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      arrived += chunk.length
      done(null, chunk)
    },
  })
  const limit = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      unfolded += chunk.length
      const isBomb = unfolded > SMALL && unfolded > size * MOST_UNFOLDED
      done(isBomb ? new BackupProblem('unfolds into far more than any backup') : null, chunk)
    },
  })
  const zstd = createZstdDecompress()
  const extract = tar.extract()
  const chain = [compressed, count, zstd, limit]
  for (const stream of chain) stream.on('error', (error) => extract.destroy(error))
  compressed.pipe(count).pipe(zstd).pipe(limit).pipe(extract)
  // Not `for await`: leaving that early waits for an end which never comes.
  const entries = extract[Symbol.asyncIterator]()
  try {
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      const { name, type, size: bytes } = next.value.header
      if (type !== 'file' || bytes === undefined) throw new BackupProblem(`has an entry that is no file: ${name}`)
      yield { name, size: bytes, content: next.value as unknown as Readable }
    }
  } finally {
    for (const stream of [whole, ...chain]) stream.destroy()
    extract.destroy()
  }
  if (zstd.bytesWritten !== arrived) throw new BackupProblem('has bytes behind its end')
}

async function decrypted(whole: Readable, key: Key): Promise<Readable> {
  if (!key) throw new BackupProblem('is encrypted: set BACKUP_PASSPHRASE, or name the identity with --identity')
  return unlocked(whole, key).catch((error: unknown) => {
    throw new BackupProblem('does not open with this passphrase or identity', { cause: error })
  })
}

/** The content of an entry, with its checksum. */
export async function bytesOf({ size, content }: ArchiveEntry, most: number): Promise<Buffer> {
  if (size > most) throw new BackupProblem('has an entry that is too long')
  const chunks: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Passes content on and tells its checksum at the end. */
export function hashing(): { stream: Transform; sha256: () => string } {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, sha256: () => hash.digest('hex') }
}
