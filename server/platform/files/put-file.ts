import { createReadStream } from 'node:fs'
import type { FileStore } from './file-store.ts'

/**
 * Stores a file of the data folder.
 * @param size in bytes
 */
export async function putFile(files: FileStore, key: string, path: string, size: number): Promise<void> {
  const content = createReadStream(path)
  // If the store fails before it reads, nothing else handles the stream's own error; `put` reports the failure.
  content.on('error', () => undefined)
  await files.put(key, content, size).finally(() => content.destroy())
}
