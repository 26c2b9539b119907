import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf } from '../database/failures.ts'
import { WrongSize } from './exact-size.ts'
import { storeFailure } from './failures.ts'
import { type ByteRange, checkKey, FileMissing, type FileStore, PARTIAL, type StoredFile } from './file-store.ts'

const READ_CHUNK = 256 * 1024

/** Files below one folder, readable by the server's account only. */
export class LocalFolder implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, content: Readable, size: number): Promise<void> {
    const path = this.#pathOf(key)
    const partial = this.#pathOf(`${PARTIAL}${randomUUID()}`)
    let isStored = false
    try {
      const file = await this.#openNew(partial).catch(failing)
      try {
        await writeAll(file, content, size)
        await file.sync().catch(failing)
      } finally {
        await file.close()
      }
      await moveTo(partial, path).catch(failing)
      isStored = true
    } finally {
      // Nobody else reads what the stream still holds.
      content.destroy()
      if (!isStored) await rm(partial, { force: true }).catch(() => undefined)
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

async function writeAll(file: FileHandle, content: Readable, size: number): Promise<void> {
  let written = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    written += chunk.length
    if (written > size) throw new WrongSize(`More than ${size} bytes`)
    // `write` may store a part only.
    await file.writeFile(chunk).catch(failing)
  }
  if (written < size) throw new WrongSize(`${written} bytes instead of ${size}`)
}

/** The new name is on disk, too, once it resolves. */
async function moveTo(partial: string, path: string): Promise<void> {
  await rename(partial, path).catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    await makeFolder(dirname(path))
    await rename(partial, path)
  })
  await syncFolder(dirname(path))
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

/** Undefined for what was removed meanwhile. */
async function statOf(path: string) {
  return stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw storeFailure(error)
  })
}

function failing(error: unknown): never {
  throw storeFailure(error)
}
