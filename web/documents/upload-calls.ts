import type { NewUpload, Upload } from '../../shared/documents.ts'
import { del, get, patchBytes, post } from '../client/api.ts'

/** A megabyte over a slow line takes longer than other calls. */
const PIECE_MS = 120_000

const address = (id: string) => `/api/uploads/${encodeURIComponent(id)}`

/** The API calls of an upload. */
export interface UploadCalls {
  /** @param key idempotency: a repeated call with the same key announces no second upload */
  announce: (file: NewUpload, signal: AbortSignal, key: string) => Promise<Upload>
  /** returns how much of it has arrived */
  ask: (id: string, signal: AbortSignal) => Promise<Upload>
  send: (id: string, offset: number, piece: Blob, signal: AbortSignal) => Promise<Upload>
  remove: (id: string) => Promise<void>
}

export const uploadCalls: UploadCalls = {
  announce: (file, signal, key) => post('/api/uploads', file, { signal, attempt: key }),
  ask: (id, signal) => get(address(id), { signal, keep: false }),
  send: (id, offset, piece, signal) =>
    patchBytes(`${address(id)}?offset=${offset}`, piece, { signal, timeoutMs: PIECE_MS }),
  remove: (id) => del(address(id)),
}
