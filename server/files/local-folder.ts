import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf } from '../database/failures.ts'
import { WrongSize } from './exact-size.ts'
import { storeFailure } from './failures.ts'
import { type ByteRange, checkKey, FileMissing, type FileStore, PARTIAL, type StoredFile } from './file-store.ts'

const READ_CHUNK = 256 * 1024
const WRITE_CHUNK = 256 * 1024
const MAX_MOVES = 4

/** Files below one folder, readable by the server's account only. */
export class LocalFolder implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, content: Readable, size: number, isPassing = false): Promise<void> {
    const path = this.#pathOf(key)
    const partial = this.#pathOf(`${PARTIAL}${randomUUID()}`)
    let file: FileHandle | undefined
    let isStored = false
    try {
      try {
        await writeAll(async () => (file ??= await this.#openNew(partial)), content, size)
        if (!isPassing) await file!.sync().catch(failing)
      } finally {
        await file?.close()
      }
      await moveTo(partial, path).catch(failing)
      if (!isPassing) await syncFolder(dirname(path)).catch(failing)
      isStored = true
    } finally {
      // Discards the rest of the stream.
      content.destroy()
      if (file && !isStored) await rm(partial, { force: true }).catch(() => undefined)
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.#pathOf(key)
    try {
      const file = await open(path, 'r')
      return file.createReadStream({ start: range?.from, end: range?.to, highWaterMark: READ_CHUNK })
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new FileMissing(key, error)
      throw storeFailure(error)
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key)
    await rm(path, { force: true }).catch(failing)
    // Else every upload in pieces would leave an empty folder.
    if (key.split('/').length > 2) await rmdir(dirname(path)).catch(() => undefined)
  }

  async *list(prefix = ''): AsyncGenerator<StoredFile> {
    const under = prefix.includes('/') ? dirname(`${prefix}.`) : ''
    for await (const key of this.#keysIn(under)) {
      const found = key.startsWith(prefix) ? await statOf(this.#pathOf(key)) : undefined
      if (found) yield { key, size: found.size, storedAt: found.mtime }
    }
  }

  async *#keysIn(folder: string): AsyncGenerator<string> {
    for (const entry of await entriesOf(join(this.#folder, folder))) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) yield* this.#keysIn(key)
      else if (entry.isFile()) yield key
    }
  }

  async #openNew(path: string): Promise<FileHandle> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
    return open(path, flags, 0o600).catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      await makeFolder(dirname(path))
      return open(path, flags, 0o600)
    })
  }

  #pathOf(key: string): string {
    checkKey(key)
    return join(this.#folder, key)
  }
}

/**
 * Writes one chunk while the next is received: few large writes, and little memory per file. The file is only opened for
 * the first write: a thousand clients that disconnect at the beginning must not cost a file each.
 */
async function writeAll(opened: () => Promise<FileHandle>, content: Readable, size: number): Promise<void> {
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
async function moveTo(partial: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(partial, path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === MAX_MOVES) throw error
    }
    await makeFolder(dirname(path))
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncFolder(dirname(folder))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw storeFailure(error)
  })
}

/** Undefined for a file removed meanwhile. */
async function statOf(path: string) {
  return stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw storeFailure(error)
  })
}

function failing(error: unknown): never {
  throw storeFailure(error)
}
