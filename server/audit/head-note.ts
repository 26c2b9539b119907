import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type ChainKey, macOf } from './chain.ts'

export const NOTE_FILE = 'audit-head.json'

const Damaged = z.object({ damage: z.string(), brokenAt: z.int(), foundAt: z.string() })
const Content = z.object({ entries: z.int(), hash: z.string(), notedAt: z.string(), found: Damaged.nullable() })
const Note = Content.extend({ keyId: z.string(), mac: z.string() })

/**
 * The newest entry as of `notedAt`, and the damage found, until an administrator who has investigated it deletes the
 * file.
 */
export type HeadNote = z.infer<typeof Content>

export type ReadNote =
  | { state: 'noted'; note: HeadNote }
  /** no note has been written yet, or the file was deleted */
  | { state: 'missing' }
  /** the file has been altered */
  | { state: 'damaged' }
  /** written with another SECRET_KEY */
  | { state: 'other-key'; note: HeadNote }

export async function readNote(file: string, key: ChainKey): Promise<ReadNote> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return { state: 'missing' }
  const { data } = Note.safeParse(parsed(text))
  if (!data) return { state: 'damaged' }
  const { keyId, mac, ...note } = data
  if (keyId !== key.id) return { state: 'other-key', note }
  return mac === macOf(key, textOf(note)) ? { state: 'noted', note } : { state: 'damaged' }
}

/** Replaces the file atomically: a truncated note would look like tampering. */
export async function writeNote(file: string, key: ChainKey, note: HeadNote): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const signed = { ...note, keyId: key.id, mac: macOf(key, textOf(note)) }
  // Processes that share a PostgreSQL database may also share the folder.
  const fresh = `${file}.${process.pid}.new`
  await writeFile(fresh, `${JSON.stringify(signed, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(fresh, file)
}

function textOf({ entries, hash, notedAt, found }: HeadNote): string {
  return JSON.stringify(['head', entries, hash, notedAt, found && [found.damage, found.brokenAt, found.foundAt]])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
