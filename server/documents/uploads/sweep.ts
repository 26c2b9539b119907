import type { Db, Reader } from '../../platform/database/db.ts'
import { type FileStore, PARTIAL } from '../../platform/files/file-store.ts'
import { CONTENT, INCOMING, removePieces, uploadOfPiece } from './pieces.ts'
import { deleteExpiredUploads, deleteOrphan, findOrphans, knownKeys, openUploads } from './sweep-queries.ts'

/** Rows or keys per step. */
const CHUNK = 200
/** Grace period for content stored before its row is committed, which takes a thousandth of it at most. */
const GRACE_MS = 3_600_000

interface Deps {
  db: Db
  clock: () => Date
  files: FileStore
}

/** Removes expired uploads, unreferenced files, and orphaned content in the store. */
export async function sweepStore({ db, clock, files }: Deps, signal: AbortSignal): Promise<void> {
  await sweepUploads({ db, clock, files }, signal)
  await sweepFiles({ db, files }, signal)
  const before = new Date(clock().getTime() - GRACE_MS)
  await sweepKeys({ db, files }, { prefix: CONTENT, before, signal }, knownKeys)
  await sweepKeys({ db, files }, { prefix: INCOMING, before, signal }, keysOfOpenUploads)
  await sweepKeys({ db, files }, { prefix: PARTIAL, before, signal }, () => Promise.resolve(new Set()))
}

async function sweepUploads({ db, clock, files }: Deps, signal: AbortSignal): Promise<void> {
  for (let ids: string[] | undefined; !ids || ids.length === CHUNK; signal.throwIfAborted()) {
    ids = await db.write((tx) => deleteExpiredUploads(tx, clock().toISOString(), CHUNK))
    for (const id of ids) await removePieces(files, id)
  }
}

/** Row first: content without a row is found by its key, but a row without content would be a broken document. */
async function sweepFiles({ db, files }: Pick<Deps, 'db' | 'files'>, signal: AbortSignal): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; signal.throwIfAborted()) {
    const checksums = await findOrphans(db.read, last, CHUNK)
    for (const checksum of checksums) {
      const key = await db.write((tx) => deleteOrphan(tx, checksum))
      if (key !== undefined) await files.remove(key)
    }
    last = checksums.at(-1)
  }
}

interface Where {
  prefix: string
  before: Date
  signal: AbortSignal
}

async function sweepKeys(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { prefix, before, signal }: Where,
  known: (reader: Reader, keys: readonly string[]) => Promise<Set<string>>,
): Promise<void> {
  let keys: string[] = []
  const sweep = async () => {
    signal.throwIfAborted()
    if (keys.length === 0) return
    const used = await known(db.read, keys)
    const lost = keys.filter((key) => !used.has(key))
    keys = []
    for (const key of lost) await files.remove(key)
  }
  for await (const { key, storedAt } of files.list(prefix)) {
    if (storedAt < before) keys.push(key)
    if (keys.length === CHUNK) await sweep()
  }
  await sweep()
}

async function keysOfOpenUploads(reader: Reader, keys: readonly string[]): Promise<Set<string>> {
  const open = await openUploads(reader, [...new Set(keys.map(uploadOfPiece))])
  return new Set(keys.filter((key) => open.has(uploadOfPiece(key))))
}
