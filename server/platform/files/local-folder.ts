import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { type FileHandle, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf } from '../database/failures.ts'
import { failing, makeFolder, moveTo, syncFolder, writeAll } from './durable-write.ts'
import { storeFailure } from './failures.ts'
import { type ByteRange, checkKey, FileMissing, type FileStore, PARTIAL, type StoredFile } from './file-store.ts'

const READ_CHUNK = 256 * 1024

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
      const stats = key.startsWith(prefix) ? await statOf(this.#pathOf(key)) : undefined
      if (stats) yield { key, size: stats.size, storedAt: stats.mtime }
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
