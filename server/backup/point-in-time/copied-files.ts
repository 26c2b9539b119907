import type { Db } from '../../platform/database/db.ts'
import { FileMissing, type FileStore } from '../../platform/files/file-store.ts'
import { type Target, TargetFailure } from '../targets/target.ts'
import { fileName, goneName, listFiles, listGone } from './names.ts'
import { packed, streamOf } from './objects.ts'

/** Content is stored before its row is committed. */
const OVERLAP_MS = 3_600_000

/** Copies the contents of documents to the place of the segments, before those that refer to them. */
export class CopiedFiles {
  readonly #db: Db
  readonly #store: FileStore
  #copied: Set<string> | undefined
  #since = ''

  constructor({ db, files }: { db: Db; files: FileStore }) {
    this.#db = db
    this.#store = files
  }

  /** @param recipient undefined: not encrypted */
  async copyNew(target: Target, recipient: string | undefined, now: Date): Promise<void> {
    const copied = (this.#copied ??= await listFiles(target))
    const keys = await this.#db.read
      .selectFrom('files')
      .select('store_key')
      .where('stored_at', '>=', this.#since)
      .execute()
    for (const { store_key: key } of keys) {
      if (copied.has(key)) continue
      await this.#copy(target, key, recipient)
      copied.add(key)
    }
    this.#since = new Date(now.getTime() - OVERLAP_MS).toISOString()
  }

  /** Removes the copies of what the office has not had since `before`; what it no longer has is noted for that. */
  async prune(target: Target, before: Date): Promise<void> {
    const rows = await this.#db.read.selectFrom('files').select('store_key').execute()
    const present = new Set(rows.map(({ store_key }) => store_key))
    const gone = await listGone(target)
    for (const key of await listFiles(target)) {
      if (present.has(key)) continue
      const since = gone.get(key)
      if (!since) await target.put(goneName(key), streamOf(''))
      else if (since < before) {
        await target.remove(fileName(key))
        await target.remove(goneName(key))
        this.#copied?.delete(key)
      }
    }
  }

  async #copy(target: Target, key: string, recipient: string | undefined): Promise<void> {
    try {
      await target.put(fileName(key), await packed(await this.#store.read(key), recipient))
    } catch (error) {
      // It was removed again, or an earlier process has copied it.
      const isSettled = error instanceof FileMissing || (error instanceof TargetFailure && error.code === 'taken')
      if (!isSettled) throw error
    }
  }
}
