import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { slowReader, type SlowReader } from './slow-reader.ts'

let folder: string
let raw: Database.Database
let slow: SlowReader

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-slow-'))
  raw = new Database(join(folder, 'test.sqlite'))
  raw.pragma('journal_mode = WAL')
  raw.exec('create table notes (id integer primary key, text text)')
})
afterEach(async () => {
  await slow.close()
  raw.close()
  rmSync(folder, { recursive: true, force: true })
})
const open = (limitMs?: number) => (slow = slowReader(join(folder, 'test.sqlite'), limitMs))

/** Counts for so long that only the time limit ends it. */
const ENDLESS = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 4000000) select count(*) as n from n`

test('a long read leaves the event loop free and sees what is committed', async () => {
  open()
  raw.exec(`insert into notes values (1, 'é😀'), (2, null)`)
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const [rows, long] = await Promise.all([
    slow.read('select * from notes where id < ? order by id', [5]),
    slow.read(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000000) select count(*) as n from n`,
      [],
    ),
  ])
  clearInterval(counting)
  expect(rows).toEqual([
    { id: 1, text: 'é😀' },
    { id: 2, text: null },
  ])
  expect(long).toEqual([{ n: 1_000_000 }])
  expect(turns).toBeGreaterThan(5)
})

test('a short read does not wait behind a long one', async () => {
  open()
  const ended: string[] = []
  const long = slow.read(ENDLESS, []).then(() => ended.push('long'))
  const short = slow.read('select 1 as one', []).then(() => ended.push('short'))
  await Promise.all([long, short])
  expect(ended).toEqual(['short', 'long'])
})

test('a long read cannot write', async () => {
  open()
  await expect(slow.read(`insert into notes values (3, 'x') returning id`, [])).rejects.toMatchObject({
    code: 'SQLITE_READONLY',
  })
})

test('a mistaken query is refused with its reason, and the next one is answered', async () => {
  open()
  await expect(slow.read('select 1 from nowhere', [])).rejects.toThrow('no such table')
  expect(await slow.read('select 1 as one', [])).toEqual([{ one: 1 }])
})

test('a read that takes too long is given up, and others are still answered', async () => {
  open(100)
  const [first, second] = await Promise.allSettled([slow.read(ENDLESS, []), slow.read(ENDLESS, [])])
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  await slow.close()
  open()
  expect(await slow.read('select 2 as two', [])).toEqual([{ two: 2 }])
})

test('more waiting reads than can be answered in time are refused at once', async () => {
  open()
  const reads = Array.from({ length: 300 }, (_, i) => slow.read('select ? as n', [i]))
  const results = await Promise.allSettled(reads)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable' })
  results.forEach((result, i) => {
    if (result.status === 'fulfilled') expect(result.value).toEqual([{ n: i }])
  })
})

test('what still waits when the database is closed is refused', async () => {
  open()
  const waiting = Promise.allSettled(Array.from({ length: 5 }, () => slow.read('select 1', [])))
  await slow.close()
  expect((await waiting).filter((result) => result.status === 'rejected').length).toBeGreaterThan(0)
  await expect(slow.read('select 1', [])).rejects.toThrow('closed')
})
