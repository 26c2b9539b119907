import Database from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Checkpointer } from './checkpoint.ts'
import type { Tx } from '../db.ts'
import { GroupCommit } from './group-commit.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from '../tables.ts'

let folder: string
let file: string
let raw: Database.Database
let checkpoints: Checkpointer
let writer: GroupCommit
let written: number

beforeEach(() => {
  written = 0
  folder = mkdtempSync(join(tmpdir(), 'rfd-checkpoint-'))
  file = join(folder, 'test.sqlite')
  raw = new Database(file, { timeout: 0 })
  raw.pragma('journal_mode = WAL')
  raw.exec('create table notes (id integer primary key, text text not null)')
})
afterEach(async () => {
  await writer.close()
  await checkpoints.close()
  raw.close()
  rmSync(folder, { recursive: true, force: true })
})

const PAGES = 40
function begin(of = file, idleMs?: number) {
  checkpoints = new Checkpointer(of, raw, { pages: PAGES, ...(idleMs !== undefined && { idleMs }) })
  writer = new GroupCommit(raw, new Kysely<Tables>({ dialect: sqliteDialect(raw, true) }) as Tx, checkpoints)
}
const write = async () => {
  await writer.write((tx) => sql`insert into notes values (${++written}, ${'x'.repeat(3000)})`.execute(tx))
}
const log = () => (raw.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[])[0]!

/** Writes until the log has begun anew: then it is shorter than before. */
async function writeUntilShorter(): Promise<void> {
  for (let before = log().log; ; before = log().log) {
    await write()
    if (log().log < before) return
  }
}

test('the log begins anew again and again while people write without end', async () => {
  begin()
  let over = false
  const others = Array.from({ length: 4 }, async () => {
    while (!over) await write()
  })
  for (let times = 0; times < 3; times++) await writeUntilShorter()
  over = true
  await Promise.all(others)
  const other = new Database(file, { readonly: true })
  expect(other.prepare('select count(*) from notes').pluck().get()).toBe(written)
  other.close()
})

test('a long read stops nobody, and the log begins anew when it has ended', async () => {
  begin()
  await write()
  const reader = new Database(file, { readonly: true })
  reader.exec('begin')
  const seen = reader.prepare('select count(*) from notes').pluck().get()
  for (let i = 0; i < 10 * PAGES; i++) await write()
  expect(log().log).toBeGreaterThan(10 * PAGES)
  expect(reader.prepare('select count(*) from notes').pluck().get()).toBe(seen)
  reader.exec('commit')
  await writeUntilShorter()
  reader.close()
})

test('a thread that has ended because it was idle is not missed: another one goes on', async () => {
  begin(file, 0)
  for (let times = 0; times < 4; times++) {
    await writeUntilShorter()
    await pause(5)
  }
  expect(raw.pragma('wal_autocheckpoint', { simple: true })).toBe(0)
})

test('without the thread SQLite copies by itself, and nobody is kept waiting', async () => {
  begin(join(folder, 'nowhere', 'test.sqlite'))
  expect(raw.pragma('wal_autocheckpoint', { simple: true })).toBe(0)
  while (raw.pragma('wal_autocheckpoint', { simple: true }) === 0) await write()
  expect(raw.pragma('wal_autocheckpoint', { simple: true })).toBe(PAGES)
  await writeUntilShorter()
})
