import { createReadStream } from 'node:fs'
import type { FileStore } from './file-store.ts'

/**
 * Stores a file of the data folder.
 * @param size in bytes
 */
export async function putFile(files: FileStore, key: string, path: string, size: number): Promise<void> {
  const content = createReadStream(path)
  // A store that refuses before it reads leaves the stream to us; its failure is what is told.
  content.on('error', () => undefined)
  await files.put(key, content, size).finally(() => content.destroy())
}
