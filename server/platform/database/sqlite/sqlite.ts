import Database from 'better-sqlite3'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { BeforeCommit, Db, SlowRead, Tx } from '../db.ts'
import { type Hint, takeHints } from '../hints.ts'
import { guardFile } from './file-guard.ts'
import { GroupCommit } from './group-commit.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import type { LogCapture } from './log-capture.ts'
import { framesInLog, WalCheckpointer } from './wal-checkpointer.ts'
import { WalSync } from './wal-sync.ts'
import { migrateSqlite } from '../migrate.ts'
import type { SlowReadLimits } from '../slow-read-queue.ts'
import { searchIndexer } from './search-index.ts'
import { SlowReader } from './slow-reader.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from '../tables.ts'

/** How long to wait while another process opens or restores the file. */
const CONNECT_MS = 10_000

/**
 * Opens the database file, creating it if missing. Does not migrate.
 * @param slowReadMs limits of slow reads
 * @param capture of the log, which goes on where it ended
 */
export async function openSqlite(
  file: string,
  beforeCommit?: BeforeCommit,
  slowReadMs?: SlowReadLimits,
  capture?: LogCapture,
): Promise<Db> {
  const rawWriter = await connect(file)
  const rawReader = await connect(file)
  rawReader.pragma('query_only = ON')
  const tx = new Kysely<Tables>({ dialect: sqliteDialect(rawWriter, true) }) as Tx
  const read = new Kysely<Tables>({ dialect: sqliteDialect(rawReader) })
  const indexer = searchIndexer(rawWriter)
  const guard = guardFile(file)
  const log = new WalSync(file)
  const copier = new WalCheckpointer(rawWriter, file, capture && ((checkpoint) => capture.beforeCheckpoint(checkpoint)))
  const foreignWrites = rawWriter.prepare<[], number>('pragma data_version').pluck()
  await capture?.resume({ frames: () => framesInLog(rawWriter), foreignWrites: () => foreignWrites.get()! })
  const committed = new Set<(hints: readonly Hint[]) => void>()
  const around = {
    beforeBegin() {
      guard.check()
      log.check()
    },
    isFull: indexer.isFull,
    async beforeCommit() {
      await beforeCommit?.(tx)
      await indexer.index()
    },
    sync: () => {
      capture?.committing()
      return log.sync()
    },
    afterCommit: () => {
      capture?.committed()
      // All works of a commit have the same transaction, and the next one has not begun.
      const hints = takeHints(tx)
      for (const listener of committed) listener(hints)
      return copier.checkpointIfLong()
    },
  }
  const writer = new GroupCommit(rawWriter, tx, around)
  const slow = new SlowReader(file, slowReadMs)
  // SQLite's count restarts with every connection, so a version also identifies its connection.
  const opening = randomBytes(6).toString('base64url')
  const commits = rawReader.prepare<[], number>('pragma data_version').pluck()

  return {
    engine: 'sqlite',
    read,
    write: (work) => writer.write(work),
    whenIdle: (longestMs) => writer.whenIdle(longestMs),
    // The query's type parameter is the caller's claim about its rows; no driver can check it.
    readInWorker: async <R>(query: CompiledQuery<R>, pace?: SlowRead) =>
      (await slow.read(query.sql, query.parameters, pace)) as R[],
    dataVersion: async () => opening + commits.get(),
    onCommit: (listener) => void committed.add(listener),
    migrate: (names) => migrateSqlite(rawWriter, tx, names),
    ping: async () => {
      await sql`select 1 from settings limit 1`.execute(read)
      guard.look()
      log.check()
    },
    close: async () => {
      await writer.close()
      await capture?.cut()
      await slow.close()
      await copier.close()
      await log.close()
      await read.destroy()
      rawReader.close()
      rawWriter.close()
      await capture?.closed()
    },
  }
}

function connect(file: string): Promise<Database.Database> {
  return retryWhileBusy(() => {
    const raw = new Database(file, { timeout: 0 })
    try {
      raw.pragma('journal_mode = WAL')
      // A commit does not wait for the disk itself: `WalSync` does, before any write is acknowledged.
      raw.pragma('synchronous = NORMAL')
      raw.pragma('foreign_keys = ON')
      raw.pragma('mmap_size = 0')
      raw.pragma('journal_size_limit = 67108864')
      raw.pragma('temp_store = MEMORY')
      // Half the build's default: evicted pages are still in the operating system's cache.
      raw.pragma('cache_size = -8192')
      return raw
    } catch (error) {
      raw.close()
      throw error
    }
  }, CONNECT_MS)
}
