import { randomUUID } from 'node:crypto'
import { createWriteStream, type Dirent } from 'node:fs'
import { access, link, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../../platform/database/failures.ts'
import { makeFolder, syncFolder } from '../../platform/files/durable-write.ts'
import type { TargetFailureCode } from '../../../shared/backup-bucket.ts'
import { checkName, type StoredObject, type Target, TargetFailure } from './target.ts'

/** End of the name of a file that is being written. */
const UNFINISHED = '.part'

/** Backups in a folder of this machine, readable by the server's account only. */
export class FolderTarget implements Target {
  readonly where: string

  /** @param folder is not created: one that is missing is a mistake, such as a disk that is not mounted */
  constructor(folder: string) {
    this.where = folder
  }

  async put(name: string, content: Readable): Promise<void> {
    const path = this.#pathOf(name)
    const unfinished = `${path}.${randomUUID()}${UNFINISHED}`
    try {
      if (await exists(path)) throw new TargetFailure('taken', path)
      // The folder itself is not made.
      if (name.includes('/') && (await exists(this.where))) await makeFolder(dirname(path))
      await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
      // Fails where another one has taken the name meanwhile.
      await link(unfinished, path)
      await syncFolder(dirname(path))
    } catch (error) {
      throw failureOf(path, error)
    } finally {
      content.destroy()
      await rm(unfinished, { force: true })
    }
  }

  async read(name: string): Promise<{ size: number; content: Readable }> {
    const path = this.#pathOf(name)
    try {
      const { size } = await stat(path)
      const file = await open(path)
      return { size, content: file.createReadStream() }
    } catch (error) {
      throw failureOf(path, error, 'gone')
    }
  }

  async *list(prefix = ''): AsyncGenerator<StoredObject> {
    for await (const name of this.#namesIn('')) {
      if (!name.startsWith(prefix) || name.endsWith(UNFINISHED)) continue
      const stats = await stat(join(this.where, name)).catch(() => undefined)
      // One that was removed meanwhile is none.
      if (stats) yield { name, size: stats.size, storedAt: stats.mtime }
    }
  }

  async *listUnfinished(): AsyncGenerator<string> {
    for await (const name of this.#namesIn('')) {
      // Behind the name stands an id.
      if (name.endsWith(UNFINISHED)) yield name.slice(0, -UNFINISHED.length).replace(/\.[\w-]+$/, '')
    }
  }

  async remove(name: string): Promise<void> {
    const path = this.#pathOf(name)
    try {
      await rm(path, { force: true })
      for (const { name: other } of await entriesOf(dirname(path))) {
        if (other.startsWith(`${basename(path)}.`) && other.endsWith(UNFINISHED))
          await rm(join(dirname(path), other), { force: true })
      }
    } catch (error) {
      throw failureOf(path, error)
    }
  }

  async *#namesIn(folder: string): AsyncGenerator<string> {
    for (const entry of await entriesOf(join(this.where, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) yield* this.#namesIn(name)
      else if (entry.isFile()) yield name
    }
  }

  #pathOf(name: string): string {
    checkName(name)
    return join(this.where, name)
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Of a missing folder: none. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw failureOf(folder, error)
  })
}

const CODES: Record<string, TargetFailureCode> = {
  EEXIST: 'taken',
  ENOENT: 'missing',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'unavailable',
  ENOTDIR: 'missing',
}

/** @param missing what ENOENT means; the folder's absence otherwise */
function failureOf(path: string, error: unknown, missing: TargetFailureCode = 'missing'): unknown {
  if (error instanceof TargetFailure) return error
  const code = CODES[codeOf(error)]
  if (!code || !(error instanceof Error)) return error
  const isFolder = code === 'missing' && missing === 'missing'
  const subject = isFolder ? dirname(path) : path
  return new TargetFailure(code === 'missing' ? missing : code, subject, { cause: error })
}
