import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStore } from '../files/file-store.ts'

/** Where a piece of an upload lies until the file is whole: any process can go on from there. */
export function pieceKey(uploadId: string, offset: number): string {
  return `${folderOf(uploadId)}${offset}`
}

export const INCOMING = 'incoming/'
export const CONTENT = 'content/'

function folderOf(uploadId: string): string {
  return `${INCOMING}${uploadId}/`
}

/** Whose piece lies under a key below `INCOMING`. */
export function uploadOfPiece(key: string): string {
  return key.slice(INCOMING.length).split('/', 1)[0]!
}

/** A new one for every stored content. By its random beginning the files of a local folder are spread over many. */
export function newContentKey(): string {
  const id = randomUUID()
  return `${CONTENT}${id.slice(0, 2)}/${id}`
}

/** A piece is not there, or is not the one that was counted. */
export class PieceMissing extends Error {
  /** as many bytes as can be joined */
  readonly whole: number

  constructor(whole: number) {
    super(`There are only ${whole} bytes in a row`)
    this.whole = whole
  }
}

/**
 * Joins the pieces of an upload under a key of its own, where nobody writes any more, and computes what was written there:
 * the checksum is that of the stored bytes, whatever else happened to the pieces.
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

/** Stores a content. @returns the SHA-256 of what was stored */
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

/** Best effort: what cannot be removed now is found by the sweep. */
export async function removePieces(files: FileStore, uploadId: string): Promise<void> {
  try {
    const removing: Promise<void>[] = []
    for await (const { key } of files.list(folderOf(uploadId))) removing.push(files.remove(key))
    await Promise.allSettled(removing)
  } catch {
    // The store does not answer; the call that was about more than this has its own answer.
  }
}
