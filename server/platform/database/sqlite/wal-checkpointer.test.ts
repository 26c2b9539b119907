import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WalCheckpointer } from './wal-checkpointer.ts'
import { openSqlite } from './sqlite.ts'

const MEGABYTE = 1024 * 1024
const PAGE = 'x'.repeat(4000)

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-copy-'))
  file = join(folder, 'test.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const sizeOf = (path: string) => statSync(path).size / MEGABYTE

test('a long log is checkpointed and restarts', async () => {
  const db = await openSqlite(file)
  await db.write((tx) => sql`create table notes (id integer primary key, text text)`.execute(tx))
  const rows = async () => (await sql<{ n: number }>`select count(*) as n from notes`.execute(db.read)).rows[0]?.n
  for (let works = 1; works <= 60; works++) {
    await db.write(async (tx) => {
      for (let row = 0; row < 200; row++) await sql`insert into notes (text) values (${PAGE})`.execute(tx)
    })
    expect(await rows()).toBe(works * 200)
  }
  // 12,000 pages written in total: 47 MB.
  expect(sizeOf(`${file}-wal`)).toBeLessThan(25)
  expect(sizeOf(file)).toBeGreaterThan(25)
  await db.close()
  const raw = new Database(file)
  expect(raw.prepare('select count(*) from notes').pluck().get()).toBe(12_000)
  expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
  raw.close()
})

function write(raw: Database.Database, pages: number): void {
  const insert = raw.prepare('insert into notes values (?)')
  raw.transaction(() => {
    for (let page = 0; page < pages; page++) insert.run(PAGE)
  })()
}

test('pages that a reader still needs stay in the log, and are copied with a later checkpoint', async () => {
  const raw = new Database(file)
  raw.pragma('journal_mode = WAL')
  raw.exec('create table notes (text text)')
  const reader = new Database(file)
  reader.exec('begin')
  expect(reader.prepare('select count(*) from notes').pluck().get()).toBe(0)
  const copier = new WalCheckpointer(raw, file)
  write(raw, 5000)
  await copier.checkpointIfLong()
  expect(sizeOf(file)).toBeLessThan(1)
  expect(reader.prepare('select count(*) from notes').pluck().get()).toBe(0)
  reader.exec('commit')
  // No retry with each commit.
  write(raw, 1)
  await copier.checkpointIfLong()
  expect(sizeOf(file)).toBeLessThan(1)
  write(raw, 5000)
  await copier.checkpointIfLong()
  expect(sizeOf(file)).toBeGreaterThan(35)
  await copier.close()
  reader.close()
  raw.close()
})

test('a failed checkpoint blocks no writer, and is retried', async () => {
  const raw = new Database(file)
  raw.pragma('journal_mode = WAL')
  raw.exec('create table notes (text text)')
  const lost = new WalCheckpointer(raw, join(folder, 'elsewhere.sqlite'))
  write(raw, 5000)
  await lost.checkpointIfLong()
  expect(sizeOf(file)).toBeLessThan(1)
  symlinkSync(file, join(folder, 'elsewhere.sqlite'))
  // No retry with each commit, but long before the log has doubled: on a full disk, the growing log would use up space
  // that has become free.
  write(raw, 1)
  await lost.checkpointIfLong()
  expect(sizeOf(file)).toBeLessThan(1)
  write(raw, 300)
  await lost.checkpointIfLong()
  expect(sizeOf(file)).toBeGreaterThan(18)
  await lost.close()
  raw.close()
})
