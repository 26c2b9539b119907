import type { Db, Reader } from './db.ts'

/**
 * The database for one call, which asks once whether anything was committed. Where it cannot tell, what one call has read
 * counts for the rest of it.
 */
export function forOneCall(db: Db): Db {
  const stamp = db.stamp()
  const call = { ...db, stamp: () => stamp }
  if (stamp === null) readInCall.set(call, new Map())
  return call
}

const readInCall = new WeakMap<Db, Map<string, Promise<unknown>>>()

interface Kept {
  stamp: string
  values: Map<string, unknown>
}
const kept = new WeakMap<Reader, Kept>()
const MOST_KEPT = 1000

/** What `load` answered since the last commit, from memory; read anew by every call where a commit cannot be noticed. */
export async function sinceLastCommit<T>(db: Db, key: string, load: () => Promise<T>): Promise<T> {
  const stamp = db.stamp()
  if (stamp === null) return onceInCall(db, key, load)
  let memory = kept.get(db.read)
  if (memory?.stamp !== stamp || memory.values.size > MOST_KEPT) {
    memory = { stamp, values: new Map() }
    kept.set(db.read, memory)
  }
  // Only this function writes the map, and a key always belongs to the same loader.
  if (memory.values.has(key)) return memory.values.get(key) as T
  const value = await load()
  // Read after the stamp, so it is at least as new as that; a commit in between only makes it be read once more.
  memory.values.set(key, value)
  return value
}

async function onceInCall<T>(db: Db, key: string, load: () => Promise<T>): Promise<T> {
  const read = readInCall.get(db)
  if (!read) return load()
  const known = read.get(key) ?? load()
  read.set(key, known)
  // Only this function writes the map, and a key always belongs to the same loader.
  return known as Promise<T>
}
