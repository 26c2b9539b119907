import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStore } from '../../platform/files/file-store.ts'

/** Key of a piece in the store until the file is complete, so that any process can continue the upload. */
export function pieceKey(uploadId: string, offset: number): string {
  return `${folderOf(uploadId)}${offset}`
}

export const INCOMING = 'incoming/'
export const CONTENT = 'content/'

function folderOf(uploadId: string): string {
  return `${INCOMING}${uploadId}/`
}

/** The upload id in a key below `INCOMING`. */
export function uploadOfPiece(key: string): string {
  return key.slice(INCOMING.length).split('/', 1)[0]!
}

/** A unique key for every stored content. Its random prefix spreads the files of a local folder over many subfolders. */
export function newContentKey(): string {
  const id = randomUUID()
  return `${CONTENT}${id.slice(0, 2)}/${id}`
}

/** A piece is missing, or differs from the recorded one. */
export class PieceMissing extends Error {
  /** number of contiguous bytes from the start */
  readonly whole: number

  constructor(whole: number) {
    super(`There are only ${whole} bytes in a row`)
    this.whole = whole
  }
}

/**
 * Joins the pieces of an upload under a new key that no other call writes to. The checksum is computed from the bytes
 * written, whatever happens to the pieces meanwhile.
 * @throws PieceMissing
 */
export async function joinPieces(files: FileStore, uploadId: string, size: number, key: string): Promise<string> {
  const sizes = new Map<number, number>()
  for await (const piece of files.list(folderOf(uploadId))) {
    sizes.set(Number(piece.key.slice(folderOf(uploadId).length)), piece.size)
  }
  const offsets: number[] = []
  let whole = 0
  while (whole < size) {
    const length = sizes.get(whole)
    if (!length) throw new PieceMissing(whole)
    offsets.push(whole)
    whole += length
  }
  const bytes = async function* () {
    for (const offset of offsets) yield* (await files.read(pieceKey(uploadId, offset))) as AsyncIterable<Buffer>
  }
  return putContent(files, key, bytes(), size)
}

/** Stores content. @returns the SHA-256 of the bytes stored */
export async function putContent(
  files: FileStore,
  key: string,
  content: AsyncIterable<Buffer>,
  size: number,
): Promise<string> {
  const digest = createHash('sha256')
  const hashed = async function* () {
    for await (const chunk of content) {
      digest.update(chunk)
      yield chunk
    }
  }
  await files.put(key, Readable.from(hashed(), { objectMode: false }), size)
  return digest.digest('hex')
}

/** Concurrent deletions: an upload may have thousands of small pieces. */
const DELETE_BATCH_SIZE = 20

/** Best effort: the sweep removes whatever remains. */
export async function removePieces(files: FileStore, uploadId: string): Promise<void> {
  try {
    let removing: Promise<void>[] = []
    for await (const { key } of files.list(folderOf(uploadId))) {
      // Caught at once: a rejection that nobody awaits yet would end the process.
      removing.push(files.remove(key).catch(() => undefined))
      if (removing.length < DELETE_BATCH_SIZE) continue
      await Promise.all(removing)
      removing = []
    }
    await Promise.all(removing)
  } catch {
    // The store is unavailable; the caller's own result does not depend on this.
  }
}
