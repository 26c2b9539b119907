import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf } from '../database/failures.ts'
import { WrongSize } from './exact-size.ts'
import { storeFailure } from './failures.ts'

const WRITE_CHUNK = 256 * 1024
const MAX_MOVES = 4

/**
 * Writes one chunk while the next is received: few large writes, and little memory per file. The file is only opened for
 * the first write: a thousand clients that disconnect at the beginning must not cost a file each.
 */
export async function writeAll(opened: () => Promise<FileHandle>, content: Readable, size: number): Promise<void> {
  let received = 0
  let gathered: Buffer[] = []
  let length = 0
  let writing = Promise.resolve()
  const write = () => {
    const buffers = gathered
    gathered = []
    length = 0
    return writing.then(async () => writeWhole(await opened(), buffers)).catch(failing)
  }
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      received += chunk.length
      length += chunk.length
      if (received > size) throw new WrongSize(`More than ${size} bytes`)
      gathered.push(chunk)
      if (length < WRITE_CHUNK) continue
      await writing
      writing = write()
      // The error is reported by the next await; without a handler until then it would be an unhandled rejection.
      writing.catch(() => undefined)
    }
    if (received === size) await write()
  } finally {
    // The file must not be closed during a write.
    await writing.catch(() => undefined)
  }
  if (received < size) throw new WrongSize(`${received} bytes instead of ${size}`)
}

/** `writev` may write only a part. */
async function writeWhole(file: FileHandle, buffers: Buffer[]): Promise<void> {
  const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0)
  if (length === 0) return
  const { bytesWritten } = await file.writev(buffers)
  if (bytesWritten < length) await file.writeFile(Buffer.concat(buffers).subarray(bytesWritten))
}

/** Tried a few times, because `remove` may delete the folder again while it is empty. */
export async function moveTo(partial: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(partial, path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === MAX_MOVES) throw error
    }
    await makeFolder(dirname(path))
  }
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncFolder(dirname(folder))
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export function failing(error: unknown): never {
  throw storeFailure(error)
}
