import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { chainKeyFrom } from '../audit/chain.ts'
import { verify } from '../audit/verify.ts'
import { areAllMigrations } from '../platform/database/migrate.ts'
import { openSqlite } from '../platform/database/sqlite/sqlite.ts'
import { type BackupFile, hashed } from './backup-file.ts'
import { type Loader, type LoadSqlite, loadSqlite } from './load.ts'
import type { Key } from './lock.ts'
import type { Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { type ReadArchive, readArchive } from './read.ts'
import { rowText } from './row-text.ts'
import { openScratchFolder } from './scratch-folder.ts'
import { openSqliteSource } from './source.ts'
import { STORED_TABLES } from './stored-tables.ts'

export interface Proof extends ReadArchive {
  /** SHA-256 of the bytes that were read */
  checksum: string
  /** of the office, if the file carries it */
  secretKey: Buffer | undefined
  /** why it is not proven; undefined: it is */
  doubt?: string
}

/**
 * Proves a backup: restores it into a database beside the file, compares every row with what was written, and checks the
 * audit log there.
 * @param ownKey SECRET_KEY, for a file without the key
 * @param onTable called after each table that was compared
 * @param load what is proven to restore the rows
 * @throws BackupProblem for a file that is damaged or cannot be opened
 */
export async function prove(
  file: BackupFile,
  key: Key,
  ownKey: Buffer | undefined,
  onTable: () => void = () => {},
  load: LoadSqlite = loadSqlite,
): Promise<Proof> {
  const folder = await openScratchFolder(file.scratch)
  const scratch = join(folder.path, 'scratch.sqlite')
  const { file: read, sha256 } = hashed(file)
  let [loader, secretKey]: [Loader | undefined, Buffer | undefined] = [undefined, undefined]
  try {
    const archive = await readArchive(read, key, {
      header: async (header) => {
        loader = await load(scratch, header)
      },
      secretKey: async (stored) => {
        secretKey = stored
      },
      rows: async (table, rows) => loader!.rows(table, rows),
    })
    const { keyId } = archive.header
    if (secretKey && keyId !== null && chainKeyFrom(secretKey).id !== keyId)
      throw new BackupProblem('carries another key than it says')
    await loader!.end()
    await compare(scratch, archive, onTable)
    const doubt = await doubtAbout(scratch, archive, secretKey ?? ownKey)
    return { ...archive, checksum: sha256(), secretKey, doubt }
  } finally {
    await folder.remove()
  }
}

async function compare(file: string, { header, manifest }: ReadArchive, onTable: () => void): Promise<void> {
  const restored = openSqliteSource(file)
  try {
    for (const { name, columns } of header.tables) {
      const { rows, sha256 } = await digest(
        restored.rows(
          STORED_TABLES.find((table) => table.name === name)!,
          columns,
        ),
        columns,
      )
      const written: NonNullable<Manifest['tables'][typeof name]> = manifest.tables[name]!
      if (rows !== written.rows || sha256 !== written.sha256)
        throw new BackupProblem(`does not restore the rows of ${name} as they were`)
      onTable()
    }
  } finally {
    await restored.close()
  }
}

async function digest(rows: AsyncIterable<Record<string, unknown>>, columns: readonly string[]) {
  const hash = createHash('sha256')
  let count = 0
  for await (const row of rows) {
    hash.update(rowText(row, columns))
    count++
  }
  return { rows: count, sha256: hash.digest('hex') }
}

/** The keys of files whose content is not what was once stored there: a copy of them is no better. */
async function alteredFiles(file: string, { header, files }: ReadArchive): Promise<string[]> {
  const table = header.tables.find(({ name }) => name === 'files')
  if (!table) return []
  const restored = openSqliteSource(file)
  const altered: string[] = []
  try {
    for await (const { store_key, checksum } of restored.rows({ name: 'files', order: ['checksum'] }, table.columns)) {
      const [, , sha256] = files.get(String(store_key)) ?? []
      if (sha256 !== undefined && sha256 !== checksum) altered.push(String(store_key))
    }
  } finally {
    await restored.close()
  }
  return altered
}

async function doubtAbout(file: string, archive: ReadArchive, secretKey: Buffer | undefined) {
  const { header, manifest } = archive
  const [missing] = manifest.missing
  if (missing !== undefined) return `${manifest.missing.length} files were missing in the store, such as ${missing}`
  const altered = await alteredFiles(file, archive)
  if (altered.length > 0)
    return `${altered.length} files are not what was once stored there, such as ${altered[0]}: the store has altered them`
  const key = secretKey && chainKeyFrom(secretKey)
  if (header.keyId !== null && key?.id !== header.keyId) return 'the audit log could not be checked without its key'
  const db = await openSqlite(file)
  try {
    // The schema of an older version lacks columns that the check reads. Migrating also builds the search index, which is
    // half of the work of a proof.
    if (!areAllMigrations(header.migrations)) await db.migrate()
    const verdict = await verify(db, { key })
    return verdict.intact ? undefined : `the audit log is not intact at entry ${verdict.brokenAt}`
  } finally {
    await db.close()
  }
}
