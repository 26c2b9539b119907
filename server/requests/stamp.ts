import { CompiledQuery } from 'kysely'
import type { Db } from '../database/db.ts'

const DATA_VERSION = CompiledQuery.raw('pragma data_version') as CompiledQuery<{ data_version: number }>

/**
 * Changes with every commit to the embedded database, whoever made it, and never otherwise while this process runs. It
 * asks the database itself, so no feature can forget to tell. Null on PostgreSQL, which has nothing so cheap.
 */
export async function stampOf(db: Db): Promise<number | null> {
  if (db.engine !== 'sqlite') return null
  const { rows } = await db.read.executeQuery(DATA_VERSION)
  return rows[0]!.data_version
}

interface Kept {
  stamp: number
  values: Map<string, unknown>
}
const kept = new WeakMap<Db, Kept>()
const MOST_KEPT = 1000

/** What `load` answered since the last commit, from memory; read anew on every call where a commit cannot be noticed. */
export async function sinceLastCommit<T>(db: Db, key: string, load: () => Promise<T>): Promise<T> {
  const stamp = await stampOf(db)
  if (stamp === null) return load()
  let memory = kept.get(db)
  if (memory?.stamp !== stamp || memory.values.size > MOST_KEPT) {
    memory = { stamp, values: new Map() }
    kept.set(db, memory)
  }
  // Only this function writes the map, and a key always belongs to the same loader.
  if (memory.values.has(key)) return memory.values.get(key) as T
  const value = await load()
  // Read after the stamp, so it is at least as new as that; a commit in between only makes it be read once more.
  memory.values.set(key, value)
  return value
}
