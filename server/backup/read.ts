import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { isConnectionFailure, storageFailure } from '../platform/database/failures.ts'
import { AppError } from '../platform/errors.ts'
import { type ArchiveEntry, bytesOf, readEntries } from './archive-reader.ts'
import type { ReadableFile } from './backup-file.ts'
import { hashing } from './hashing.ts'
import type { Key } from './lock.ts'
import { partName } from './make.ts'
import { FileLine, Header, Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { parseRow } from './row-text.ts'
import type { Row } from './source.ts'
import { TargetFailure } from './targets/target.ts'

/** What is done with an archive while it is read; all of it is checked in any case. */
export interface Reading {
  header?(header: Header): Promise<void>
  secretKey?(key: Buffer): Promise<void>
  rows?(table: Header['tables'][number], rows: Row[]): Promise<void>
  file?(key: string, size: number, content: Readable): Promise<void>
}

export interface ReadArchive {
  header: Header
  manifest: Manifest
  hasSecretKey: boolean
  /** by the key of the store */
  files: ReadonlyMap<string, FileLine>
}

const MOST_BYTES = 256 * 1024 * 1024
const KEY = /^files\/([a-z0-9-]+(?:\/[a-z0-9-]+)*)$/

/**
 * Reads and checks an archive: order, names, checksums and counts of its entries.
 * @throws BackupProblem with what is wrong with it, completing the sentence “The file …”
 */
export async function readArchive(file: ReadableFile, key: Key, reading: Reading = {}): Promise<ReadArchive> {
  const reader = new Checked(reading)
  try {
    for await (const entry of readEntries(file, key)) await reader.take(entry)
  } catch (error) {
    if (error instanceof BackupProblem || error instanceof TargetFailure || isOfTheSystem(error)) throw error
    throw new BackupProblem('is damaged, or is no backup', { cause: error })
  }
  return reader.end()
}

class Checked {
  readonly #reading: Reading
  #header: Header | undefined
  #headerSha256 = ''
  #manifest: Manifest | undefined
  #hasSecretKey = false
  /** position of the table that is being read */
  #table = 0
  #part = 0
  #hash = createHash('sha256')
  #rows = 0
  readonly #tables: Manifest['tables'] = {}
  readonly #files = new Map<string, FileLine>()
  readonly #listHash = createHash('sha256')
  #listed = 0

  constructor(reading: Reading) {
    this.#reading = reading
  }

  async take(entry: ArchiveEntry): Promise<void> {
    if (this.#manifest) throw new BackupProblem('goes on behind its manifest')
    if (!this.#header) return this.#takeHeader(entry)
    const [folder, table = ''] = entry.name.split('/')
    if (entry.name === 'secret-key') return this.#takeSecretKey(entry)
    if (folder === 'tables') return this.#takeRows(entry, table)
    if (folder === 'files') return this.#takeFile(entry)
    if (folder === 'file-list') return this.#takeFileList(entry)
    if (entry.name === 'manifest.json') return this.#takeManifest(entry)
    throw new BackupProblem(`has an unknown entry: ${JSON.stringify(entry.name.slice(0, 100))}`)
  }

  /** @throws BackupProblem for an archive without its end */
  end(): ReadArchive {
    if (!this.#header || !this.#manifest) throw new BackupProblem('is incomplete: its end is missing')
    return { header: this.#header, manifest: this.#manifest, hasSecretKey: this.#hasSecretKey, files: this.#files }
  }

  async #takeHeader(entry: ArchiveEntry): Promise<void> {
    if (entry.name !== 'header.json') throw new BackupProblem('does not begin as a backup')
    const bytes = await bytesOf(entry, 1_000_000)
    this.#headerSha256 = createHash('sha256').update(bytes).digest('hex')
    this.#header = parsed(Header, bytes, 'header')
    await this.#reading.header?.(this.#header)
  }

  async #takeSecretKey(entry: ArchiveEntry): Promise<void> {
    if (this.#hasSecretKey || this.#table > 0 || this.#part > 0) throw new BackupProblem('has a key where none belongs')
    this.#hasSecretKey = true
    const key = await bytesOf(entry, 10_000)
    await this.#reading.secretKey?.(key)
  }

  async #takeRows(entry: ArchiveEntry, name: string): Promise<void> {
    const { tables } = this.#header!
    while (tables[this.#table]?.name !== name) this.#endTable()
    const table = tables[this.#table]!
    if (entry.name !== partName(`tables/${name}`, ++this.#part)) throw new BackupProblem('has its parts in disorder')
    const bytes = await bytesOf(entry, MOST_BYTES)
    this.#hash.update(bytes)
    const lines = bytes.toString('utf8').split('\n')
    if (lines.pop() !== '') throw new BackupProblem('has a part without an end')
    this.#rows += lines.length
    const rows = lines.map((line) => parseRow(line, table.columns))
    await this.#reading.rows?.(table, rows)
  }

  #endTable(): void {
    const table = this.#header!.tables[this.#table]
    if (!table) throw new BackupProblem('has a table that its header does not name, or names elsewhere')
    this.#tables[table.name] = { rows: this.#rows, sha256: this.#hash.digest('hex') }
    this.#table++
    this.#part = 0
    this.#rows = 0
    this.#hash = createHash('sha256')
  }

  #endTables(): void {
    while (this.#table < this.#header!.tables.length) this.#endTable()
  }

  async #takeFile({ name, size, content }: ArchiveEntry): Promise<void> {
    this.#endTables()
    const key = KEY.exec(name)?.[1]
    if (key === undefined || this.#files.has(key)) throw new BackupProblem('has a file under an impossible name')
    const { stream, sha256 } = hashing()
    const hashed = content.on('error', (error) => stream.destroy(error)).pipe(stream)
    if (this.#reading.file) await this.#reading.file(key, size, hashed)
    else
      await pipeline(hashed, async (chunks) => {
        for await (const _ of chunks);
      })
    this.#files.set(key, [key, size, sha256()])
  }

  async #takeFileList(entry: ArchiveEntry): Promise<void> {
    const bytes = await bytesOf(entry, MOST_BYTES)
    this.#listHash.update(bytes)
    for (const line of bytes.toString('utf8').split('\n').slice(0, -1)) {
      const [key, size, sha256] = FileLine.parse(JSON.parse(line))
      const file = this.#files.get(key)
      if (!file || file[1] !== size || file[2] !== sha256)
        throw new BackupProblem(`has another file under ${key} than it says`)
      this.#listed++
    }
  }

  async #takeManifest(entry: ArchiveEntry): Promise<void> {
    this.#endTables()
    const manifest = parsed(Manifest, await bytesOf(entry, MOST_BYTES), 'manifest')
    if (manifest.headerSha256 !== undefined && manifest.headerSha256 !== this.#headerSha256)
      throw new BackupProblem('has another header than it says')
    for (const { name } of this.#header!.tables) {
      const [declared, actual] = [manifest.tables[name], this.#tables[name]]
      if (declared?.rows !== actual?.rows || declared?.sha256 !== actual?.sha256)
        throw new BackupProblem(`has other rows of ${name} than it says`)
    }
    const { count, sha256 } = manifest.files
    if (count !== this.#files.size || count !== this.#listed || sha256 !== this.#listHash.digest('hex'))
      throw new BackupProblem('has other files than it says')
    this.#manifest = manifest
  }
}

function parsed<T>(schema: z.ZodType<T>, bytes: Buffer, what: string): T {
  const { data, error } = schema.safeParse(JSON.parse(bytes.toString('utf8')))
  if (data === undefined) throw new BackupProblem(`has a ${what} that cannot be read`, { cause: error })
  return data
}

/** A full disk, a store or a database that does not answer: none of them says anything about the backup. */
function isOfTheSystem(error: unknown): boolean {
  if (error instanceof AppError || isConnectionFailure(error) || storageFailure(error) !== error) return true
  return error instanceof Error && 'syscall' in error
}
