/**
 * `missing`: partly uploaded, and the file has to be chosen again to send the rest. `finishing`: completely uploaded, and being
 * delivered to its place.
 */
type UploadState = 'queued' | 'sending' | 'waiting' | 'finishing' | 'done' | 'missing' | 'failed'

/** A file of the list, as displayed. */
export interface UploadItem {
  key: string
  /** the server's id, once the upload was announced */
  id: string | null
  name: string
  size: number
  /** bytes that the server has received */
  received: number
  state: UploadState
  /** why it waits or failed */
  note: string | null
  canRetry: boolean
}

/** What a draft stores of a file: enough to resume after a reload. */
export type StoredUpload = Pick<UploadItem, 'key' | 'id' | 'name' | 'size'>

/** Whether it is being uploaded, or waits for that, without anybody having to act. */
export function isUnderWay({ state }: UploadItem): boolean {
  return state === 'queued' || state === 'sending' || state === 'waiting' || state === 'finishing'
}

/** Whether a chosen file is the one that an interrupted upload misses. */
export function isMissing({ state, name, size }: UploadItem, file: File): boolean {
  return state === 'missing' && name === file.name && size === file.size
}
