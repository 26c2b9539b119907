import { type Upload, UPLOAD_PIECE } from '../../shared/documents.ts'
import { ApiError, del, get, patch, post } from '../client/api.ts'

const UPLOADS = '/api/uploads'
/** A piece over a slow line. */
const PIECE_MS = 120_000
/** So often a piece is sent again over a connection that breaks. */
const MOST_TRIES = 5
const PAUSE_MS = 1000

interface Sending {
  /** from 0 to 1 */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file in pieces; after a lost connection it goes on where the server is.
 * @returns the upload's id
 */
export async function sendFile(file: File, { onProgress, signal }: Sending): Promise<string> {
  const { id } = await post<Upload>(UPLOADS, { name: file.name, size: file.size }, { signal })
  const address = `${UPLOADS}/${encodeURIComponent(id)}`
  try {
    let received = 0
    let tries = 0
    while (received < file.size) {
      try {
        const piece = file.slice(received, received + UPLOAD_PIECE)
        const sent = await patch<Upload>(`${address}?offset=${received}`, piece, { signal, patienceMs: PIECE_MS })
        received = sent.received
        tries = 0
      } catch (error) {
        if (signal.aborted || isRefusal(error) || ++tries >= MOST_TRIES) throw error
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries))
        received = (await get<Upload>(address, { signal, keep: false })).received
      }
      onProgress(received / file.size)
    }
    return id
  } catch (error) {
    // It would be thrown away by itself, but its room is free at once.
    void del(address).catch(() => undefined)
    throw error
  }
}

/** What sending again does not change; that the server is elsewhere in the file is none. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 409
}
