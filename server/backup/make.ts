import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { FileMissing, type FileStore } from '../platform/files/file-store.ts'
import { ArchiveWriter } from './archive-writer.ts'
import type { BackupFile } from './backup-file.ts'
import type { Lock } from './lock.ts'
import type { FileLine, Header, Manifest } from './manifest.ts'
import { rowText } from './row-text.ts'
import type { Source } from './source.ts'
import { fileKeysIn, STORED_TABLES } from './stored-tables.ts'
import { hashing } from './hashing.ts'

/** Characters of rows gathered into one entry. Five times as many took 50 MB more memory. */
const CHUNK = 200_000

interface Wanted {
  file: BackupFile
  lock: Lock
  office: string
  /** what the stored secrets and the audit log hang on; only in an encrypted file */
  secretKey: Buffer
  keyId: string | null
  now: Date
}

export interface Made {
  size: number
  checksum: string
  header: Header
  manifest: Manifest
}

/**
 * Writes a backup of a snapshot. A failed one leaves no file.
 * @param onTable called after each table
 */
export async function makeBackup(
  source: Source,
  files: FileStore,
  options: Wanted,
  onTable: () => void = () => {},
): Promise<Made> {
  const archive = new ArchiveWriter(options.file, options.lock)
  try {
    const header = await headerOf(source, options)
    const headerText = JSON.stringify(header)
    await archive.add('header.json', headerText)
    if (options.lock) await archive.add('secret-key', options.secretKey)
    const keys = new Set<string>()
    const tables: Manifest['tables'] = {}
    for (const table of header.tables) {
      tables[table.name] = await addTable(archive, source, table, keys)
      onTable()
    }
    const { lines, missing } = await addFiles(archive, files, keys)
    const headerSha256 = createHash('sha256').update(headerText).digest('hex')
    const manifest = { headerSha256, tables, files: await addFileList(archive, lines), missing }
    await archive.add('manifest.json', JSON.stringify(manifest))
    return { ...(await archive.finish()), header, manifest }
  } catch (error) {
    throw (await archive.abandon()) ?? error
  }
}

async function headerOf(source: Source, { office, keyId, now }: Wanted): Promise<Header> {
  const tables: Header['tables'] = []
  for (const { name } of STORED_TABLES) {
    const columns = await source.columns(name)
    // A database that was not migrated yet lacks the newest tables.
    if (columns.length > 0) tables.push({ name, columns })
  }
  return {
    format: 'rfd backup 1',
    office,
    madeAt: now.toISOString(),
    engine: source.engine,
    migrations: (await source.migrations()).toSorted(),
    tables,
    highestNumber: await source.highestNumber(),
    keyId,
  }
}

async function addTable(
  archive: ArchiveWriter,
  source: Source,
  { name, columns }: Header['tables'][number],
  keys: Set<string>,
) {
  const table = STORED_TABLES.find((one) => one.name === name)!
  const hash = createHash('sha256')
  let [rows, parts, chunk] = [0, 0, '']
  const flush = async () => {
    if (chunk === '') return
    hash.update(chunk)
    await archive.add(partName(`tables/${name}`, ++parts), chunk)
    chunk = ''
  }
  for await (const row of source.rows(table, columns)) {
    for (const key of fileKeysIn(name, row)) keys.add(key)
    chunk += rowText(row, columns)
    rows++
    if (chunk.length >= CHUNK) await flush()
  }
  await flush()
  return { rows, sha256: hash.digest('hex') }
}

async function addFiles(archive: ArchiveWriter, files: FileStore, keys: Set<string>) {
  const sizes = new Map<string, number>()
  for await (const { key, size } of files.list()) if (keys.has(key)) sizes.set(key, size)
  const [lines, missing]: [FileLine[], string[]] = [[], []]
  for (const key of keys) {
    const size = sizes.get(key)
    const content = size === undefined ? undefined : await readUnlessMissing(files, key)
    if (size === undefined || !content) {
      missing.push(key)
      continue
    }
    const { stream, sha256 } = hashing()
    await archive.addStream(`files/${key}`, size, content.on('error', (error) => stream.destroy(error)).pipe(stream))
    lines.push([key, size, sha256()])
  }
  return { lines, missing }
}

/** It may have been removed since it was listed. */
async function readUnlessMissing(files: FileStore, key: string): Promise<Readable | undefined> {
  return files.read(key).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined
    throw error
  })
}

async function addFileList(archive: ArchiveWriter, lines: FileLine[]): Promise<Manifest['files']> {
  const hash = createHash('sha256')
  for (let i = 0, part = 0; i < lines.length; i += 5000) {
    const chunk = lines
      .slice(i, i + 5000)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('')
    hash.update(chunk)
    await archive.add(partName('file-list', ++part), chunk)
  }
  return { count: lines.length, sha256: hash.digest('hex') }
}

/** `tables/requests/000001.ndjson` */
export function partName(of: string, part: number): string {
  return `${of}/${String(part).padStart(6, '0')}.ndjson`
}
