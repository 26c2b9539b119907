import { once } from 'node:events'
import { type Readable, Transform } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import type { ReadableFile } from './backup-file.ts'
import { isLocked, type Key, unlocked } from './lock.ts'
import { BackupProblem, NotOpened } from './problem.ts'

export interface ArchiveEntry {
  name: string
  size: number
  content: Readable
}

/** Bytes that a file may unfold into, for each of its own: rows compress twentyfold, files hardly. */
const MOST_UNFOLDED = 1000
const SMALL = 64 * 1024 * 1024

/** Looks at the first chunk of a stream, which stays in it. */
async function isEncrypted(whole: Readable): Promise<boolean> {
  await once(whole, 'readable')
  const beginning = whole.read() as Buffer | null
  if (!beginning) return false
  whole.unshift(beginning)
  return isLocked(beginning)
}

/**
 * The entries of an archive in their order. Each must be read to its end before the next.
 * @throws BackupProblem for a file that is not a backup, was cut, altered or lengthened, or does not open with this key
 */
export async function* readEntries({ target, name }: ReadableFile, key: Key): AsyncIterable<ArchiveEntry> {
  const { size, content: whole } = await target.read(name)
  const compressed = (await isEncrypted(whole)) ? await decrypted(whole, key) : whole
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
  // The first failure is the reason of the others.
  for (const stream of [whole, ...chain]) stream.on('error', (error) => extract.destroy(error))
  compressed.pipe(count).pipe(zstd).pipe(limit).pipe(extract)
  // Not `for await`: leaving that early waits for an end which never comes.
  const entries = extract[Symbol.asyncIterator]()
  try {
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      const { name: entry, type, size: bytes } = next.value.header
      if (type !== 'file' || bytes === undefined) throw new BackupProblem(`has an entry that is no file: ${entry}`)
      yield { name: entry, size: bytes, content: next.value as unknown as Readable }
    }
  } finally {
    for (const stream of [whole, ...chain]) stream.destroy()
    extract.destroy()
  }
  if (zstd.bytesWritten !== arrived) throw new BackupProblem('has bytes behind its end')
}

async function decrypted(whole: Readable, key: Key): Promise<Readable> {
  if (!key) throw new NotOpened('is encrypted: set BACKUP_PASSPHRASE, or name the identity with --identity')
  return unlocked(whole, key).catch((error: unknown) => {
    throw whole.errored ?? new NotOpened('does not open with this passphrase or identity', { cause: error })
  })
}

/** The content of an entry, with its checksum. */
export async function bytesOf({ size, content }: ArchiveEntry, most: number): Promise<Buffer> {
  if (size > most) throw new BackupProblem('has an entry that is too long')
  const chunks: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
