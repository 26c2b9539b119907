import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runAsCaller } from '../../fairness/caller.ts'
import { SlowReader } from './slow-reader.ts'

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
/** On a starved machine, starting the thread takes longer than a call may wait for its turn. */
const PATIENT_MS = 300_000
const open = (ms = PATIENT_MS) =>
  (slow = new SlowReader(join(folder, 'test.sqlite'), { search: ms, report: ms, queue: PATIENT_MS }))

/** Counts until the time limit ends it. */
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

test('a search does not wait behind long reads, however many those are', async () => {
  open()
  const ended: string[] = []
  const reports = ['a', 'b', 'c', 'd'].map((key) =>
    runAsCaller({ key }, () => slow.read(ENDLESS.replace('4000000', '16000000'), [])).finally(() =>
      ended.push('report'),
    ),
  )
  const over = Promise.allSettled(reports)
  await slow.read('select 1 as one', [], 'search')
  expect(ended).toEqual([])
  await slow.close()
  await over
})

test('a long read cannot write', async () => {
  open()
  await expect(slow.read(`insert into notes values (3, 'x') returning id`, [])).rejects.toMatchObject({
    code: 'SQLITE_READONLY',
  })
})

test('an invalid query fails with SQLite’s reason, and the next one is answered', async () => {
  open()
  await expect(slow.read('select 1 from nowhere', [])).rejects.toThrow('no such table')
  expect(await slow.read('select 1 as one', [])).toEqual([{ one: 1 }])
})

test('a read that takes too long is aborted, and others are still answered', async () => {
  open(100)
  const [first, second] = await Promise.allSettled([slow.read(ENDLESS, []), slow.read(ENDLESS, [])])
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  await slow.close()
  open()
  expect(await slow.read('select 2 as two', [])).toEqual([{ two: 2 }])
})

test('slow searches that are tried again and again never run in more than six threads', async () => {
  open(30)
  const long = ENDLESS.replace('4000000', '40000000')
  let most = 0
  for (let i = 0; i < 12; i++) {
    await Promise.allSettled(['a', 'b', 'c'].map((key) => runAsCaller({ key }, () => slow.read(long, [], 'search'))))
    most = Math.max(most, slow.threadCount)
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(6)
})

test('many searches of one person neither refuse nor delay another’s; the surplus is refused at once', async () => {
  open()
  const ended: string[] = []
  const ask = (key: string, n: number) =>
    runAsCaller({ key }, () => slow.read('select ? as n', [n], 'search')).finally(() => ended.push(key))
  const own = Array.from({ length: 300 }, (_, i) => ask('ada', i))
  const other = ask('dan', 7)
  const results = await Promise.allSettled(own)
  expect(await other).toEqual([{ n: 7 }])
  const refused = results.filter((result) => result.status === 'rejected')
  // Three run concurrently and 64 wait.
  expect(refused).toHaveLength(300 - 3 - 64)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'too-many-calls' })
  results.forEach((result, i) => {
    if (result.status === 'fulfilled') expect(result.value).toEqual([{ n: i }])
  })
  const answers = ended.slice(refused.length)
  expect(answers.indexOf('dan')).toBeLessThan(10)
})

test('reads still waiting when the database is closed are refused', async () => {
  open()
  const waiting = Promise.allSettled(Array.from({ length: 5 }, () => slow.read('select 1', [])))
  await slow.close()
  expect((await waiting).filter((result) => result.status === 'rejected').length).toBeGreaterThan(0)
  await expect(slow.read('select 1', [])).rejects.toThrow('closed')
})
