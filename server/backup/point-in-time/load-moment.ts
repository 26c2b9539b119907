import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import Database from 'better-sqlite3'
import { chainKeyFrom } from '../../audit/chain.ts'
import { verify } from '../../audit/verify.ts'
import { openSqlite } from '../../platform/database/sqlite/sqlite.ts'
import { openFiles } from '../../platform/files/open.ts'
import { putFile } from '../../platform/files/put-file.ts'
import type { ReadableFile } from '../backup-file.ts'
import { complete } from '../complete.ts'
import type { KeyedPlace } from '../keyed-place.ts'
import { storing } from '../load-office.ts'
import type { Key } from '../lock.ts'
import type { Manifest } from '../manifest.ts'
import { BackupProblem } from '../problem.ts'
import { type ReadArchive, readArchive } from '../read.ts'
import { openSqliteSource } from '../source.ts'
import { fileKeysIn, LEFT_OUT_TABLES, STORED_TABLES } from '../stored-tables.ts'
import { type Target, TargetFailure } from '../targets/target.ts'
import { instant } from './choose.ts'
import { fileName, listChains } from './names.ts'
import { Objects, type SegmentKeys } from './objects.ts'
import { replay } from './replay.ts'

export interface WantedMoment {
  until: Date
  segments: Target
  /** that open them */
  keys: SegmentKeys
}

/** Where it is loaded, and who is told of it. */
interface Loading {
  place: KeyedPlace
  tell(line: string): void
}

/**
 * Rebuilds an office as of a moment, from segments and a backup of any time, which gives the key and documents.
 * @param archive what the backup holds
 * @param fresh path of the new database
 * @returns the backup, as it would have been made at that moment
 */
export async function loadMoment(
  backup: ReadableFile,
  key: Key,
  { until, segments, keys }: WantedMoment,
  { archive, fresh, place, tell }: Loading & { archive: ReadArchive; fresh: string },
): Promise<ReadArchive> {
  const objects = new Objects(segments, keys)
  const target = { until: until.getTime(), file: fresh, keyId: archive.header.keyId }
  const { at, isEnd } = await replay(await listChains(segments), objects, target)
  checkWhole(fresh, at)
  tell(`As of ${instant(at)}, the last change until ${until.toISOString()}.`)
  if (isEnd) tell('The segments end there: later changes, if there were any, are not in them.')
  const files = await keysIn(fresh)
  await storeFiles(backup, key, { objects, files, place, tell })
  return open(fresh, { archive, at, place, tell })
}

/** @throws BackupProblem when the rebuilt database is not a whole one */
function checkWhole(file: string, at: number): void {
  const raw = new Database(file)
  try {
    const result = raw.pragma('integrity_check(1)', { simple: true })
    if (result !== 'ok') throw new BackupProblem(`The database of ${instant(at)} is damaged: ${String(result)}`)
    raw.pragma('foreign_keys = OFF')
    for (const name of LEFT_OUT_TABLES) raw.exec(`delete from "${name}"`)
  } finally {
    raw.close()
  }
}

async function keysIn(file: string): Promise<Set<string>> {
  const source = openSqliteSource(file)
  const keys = new Set<string>()
  try {
    for (const table of STORED_TABLES) {
      const columns = await source.columns(table.name)
      if (!['files', 'exports', 'report_runs'].includes(table.name) || columns.length === 0) continue
      for await (const row of source.rows(table, columns)) for (const key of fileKeysIn(table.name, row)) keys.add(key)
    }
    return keys
  } finally {
    await source.close()
  }
}

interface Storing extends Loading {
  objects: Objects
  /** keys that rows refer to; those that were stored are taken out */
  files: Set<string>
}

/** From the backup what it has, the rest from the segments. */
async function storeFiles(backup: ReadableFile, key: Key, { objects, files, place, tell }: Storing): Promise<void> {
  const store = storing(place)
  await readArchive(backup, key, {
    file: async (name, size, content) => {
      if (files.delete(name)) return store(name, size, content)
      await finished(content.resume())
    },
  })
  const missing: string[] = []
  for (const name of files) if (!(await storeFromSegments(objects, name, place))) missing.push(name)
  if (missing.length > 0)
    tell(`${missing.length} files are in neither the backup nor the segments, such as ${missing[0]}.`)
}

async function storeFromSegments(objects: Objects, name: string, place: KeyedPlace): Promise<boolean> {
  const passing = join(place.dataDir, 'restoring', 'file')
  try {
    await pipeline(await objects.open(fileName(name)), createWriteStream(passing, { mode: 0o600 }))
    await putFile(openFiles(place), name, passing, (await stat(passing)).size)
    return true
  } catch (error) {
    if (error instanceof TargetFailure && error.code === 'gone') return false
    throw error
  } finally {
    await rm(passing, { force: true })
  }
}

/** Brings the database to this version, and completes it as that of any other backup. */
async function open(
  fresh: string,
  { archive, at, place, tell }: Loading & { archive: ReadArchive; at: number },
): Promise<ReadArchive> {
  const db = await openSqlite(fresh)
  try {
    await db.migrate()
    const verdict = await verify(db, { key: chainKeyFrom(place.secretKey) })
    if (!verdict.intact) tell(`The audit log is not intact at entry ${verdict.brokenAt}.`)
    const moment = await asArchive(archive, fresh, at)
    await db.write((tx) => complete(tx, db, moment))
    return moment
  } finally {
    await db.close()
  }
}

async function asArchive(archive: ReadArchive, fresh: string, at: number): Promise<ReadArchive> {
  const raw = new Database(fresh, { readonly: true })
  try {
    const rows = (name: string) => raw.prepare<[], number>(`select count(*) from "${name}"`).pluck().get()!
    const counted = ['requests', 'documents', 'audit_log'] as const
    const tables: Manifest['tables'] = Object.fromEntries(
      counted.map((name) => [name, { rows: rows(name), sha256: '' }]),
    )
    const header = {
      ...archive.header,
      madeAt: instant(at),
      engine: 'sqlite' as const,
      tables: counted.map((name) => ({ name, columns: [] })),
    }
    return { ...archive, header, manifest: { ...archive.manifest, tables } }
  } finally {
    raw.close()
  }
}
