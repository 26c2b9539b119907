import Database from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../errors.ts'
import type { Tx } from '../db.ts'
import { GroupCommit } from './group-commit.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from '../tables.ts'

let folder: string
let raw: Database.Database
let other: Database.Database
let events: string[]
let writer: GroupCommit

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-commit-'))
  const file = join(folder, 'test.sqlite')
  raw = new Database(file, { timeout: 0 })
  raw.pragma('journal_mode = WAL')
  raw.exec('create table notes (id integer primary key, text text not null)')
  other = new Database(file, { timeout: 0 })
  events = []
  const exec = raw.exec.bind(raw)
  raw.exec = (statement) => {
    const done = exec(statement)
    events.push(statement)
    return done
  }
  const tx = new Kysely<Tables>({ dialect: sqliteDialect(raw, true) }) as Tx
  writer = new GroupCommit(raw, tx)
})
afterEach(async () => {
  await writer.close()
  raw.close()
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

const note = (id: number, text = 'x') =>
  writer.write((tx) => sql`insert into notes values (${id}, ${text})`.execute(tx))
const stored = () => other.prepare('select id from notes order by id').pluck().all()
/** Number of works in each commit. */
function worksOfCommits(): number[] {
  const sizes = [0]
  for (const event of events) {
    if (event === 'savepoint one') sizes[sizes.length - 1]! += 1
    if (event === 'commit') sizes.push(0)
  }
  return sizes
}
const count = (event: string) => events.filter((each) => each === event).length

test('works that are queued together share a commit', async () => {
  await Promise.all(Array.from({ length: 64 }, (_, i) => note(i)))
  expect(stored()).toHaveLength(64)
  expect(count('savepoint one')).toBe(64)
  // One on an idle machine; more when 64 inserts exceed a batch's time limit.
  expect(count('commit')).toBeLessThan(32)
})

test('a batch takes at most 64 works', async () => {
  await Promise.all(Array.from({ length: 130 }, (_, i) => note(i)))
  expect(Math.max(...worksOfCommits())).toBeLessThanOrEqual(64)
  expect(stored()).toHaveLength(130)
})

test('a work resolves only when others can see what it wrote', async () => {
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await note(i)
      expect(stored()).toContain(i)
    }),
  )
})

test('a work that fails leaves no trace and does not affect the others in its commit', async () => {
  const failing = writer.write(async (tx) => {
    await sql`insert into notes values (50, 'half')`.execute(tx)
    throw new AppError('wrong-status', 'no')
  })
  const [first, refused, last] = await Promise.allSettled([note(1), failing, note(2)])
  expect(first.status).toBe('fulfilled')
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'wrong-status' } })
  expect(last.status).toBe('fulfilled')
  expect(stored()).toEqual([1, 2])
})

test('a work rejects only after the commit that its refusal may depend on', async () => {
  const first = note(1)
  const second = note(1).catch((error: unknown) => {
    events.push('refused')
    throw error
  })
  await first
  await expect(second).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
  expect(events.lastIndexOf('refused')).toBeGreaterThan(events.indexOf('commit'))
})

test('a work sees the changes of earlier works in the same commit', async () => {
  const seen = writer.write(
    async (tx) => (await sql<{ n: number }>`select count(*) as n from notes`.execute(tx)).rows[0],
  )
  const [, , third] = await Promise.all([note(1), seen, note(2).then(() => seen)])
  expect(third).toEqual({ n: 0 })
  expect(await writer.write(async (tx) => (await sql`select id from notes`.execute(tx)).rows)).toHaveLength(2)
})

test('the event loop runs between long works', async () => {
  let turns = 0
  let counting = true
  const turn = () => {
    turns++
    if (counting) setImmediate(turn)
  }
  setImmediate(turn)
  const busy = () =>
    writer.write(async () => {
      const end = performance.now() + 2
      while (performance.now() < end);
    })
  await Promise.all(Array.from({ length: 10 }, busy))
  counting = false
  expect(turns).toBeGreaterThanOrEqual(10)
})

test('when the disk is full, acknowledged works are stored, the rest are refused, and the writer keeps working', async () => {
  const pages = Number(raw.pragma('page_count', { simple: true }))
  raw.pragma(`max_page_count = ${pages + 20}`)
  const long = 'x'.repeat(3000)
  const results = await Promise.allSettled(Array.from({ length: 100 }, (_, i) => note(i, long)))
  const acknowledged = results.flatMap((result, i) => (result.status === 'fulfilled' ? [i] : []))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(stored()).toEqual(acknowledged)
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'unavailable', cause: { code: 'SQLITE_FULL' } })
  raw.pragma('max_page_count = 1000000')
  await note(1000)
  expect(stored()).toContain(1000)
})

test('a failing commit refuses every work in it', async () => {
  const exec = raw.exec
  raw.exec = (statement) => {
    if (statement === 'commit') throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
    return exec(statement)
  }
  const results = await Promise.allSettled([note(1), note(2)])
  expect(results).toMatchObject([
    { status: 'rejected', reason: { code: 'unavailable' } },
    { status: 'rejected', reason: { code: 'unavailable' } },
  ])
  raw.exec = exec
  await note(3)
  expect(stored()).toEqual([3])
})

test('a writer waits for another process that holds the lock', async () => {
  other.exec('begin immediate')
  const waiting = note(1)
  await new Promise((resolve) => setTimeout(resolve, 30))
  other.exec('commit')
  await waiting
  expect(stored()).toEqual([1])
})

test('background work waits until the writer is idle, but not for ever', async () => {
  const messages: string[] = []
  const writing = Promise.all(Array.from({ length: 200 }, (_, i) => note(i))).then(() => messages.push('written'))
  await writer.whenIdle(60_000).then(() => messages.push('idle'))
  expect(messages).toEqual(['written', 'idle'])
  await writing

  let over = false
  let next = 1000
  const writeOn = async () => {
    while (!over) await note(next++)
  }
  const writers = Promise.all([writeOn(), writeOn()])
  const before = next
  await writer.whenIdle(50)
  expect(next).toBeGreaterThan(before)
  over = true
  await writers
})

test('queries of a work that is over are refused', async () => {
  const leaked = await writer.write(async (tx) => ({ tx }))
  await expect(sql`insert into notes values (1, 'late')`.execute(leaked.tx)).rejects.toThrow('over')
  expect(stored()).toEqual([])
})

test('closing waits for the accepted works and refuses later ones', async () => {
  const accepted = note(1)
  await writer.close()
  await accepted
  await expect(note(2)).rejects.toThrow('closed')
})

test('a full commit takes no further works; they go into the next one', async () => {
  await writer.close()
  let room = 2
  const full = {
    isFull: () => --room <= 0,
    beforeCommit: async () => {
      room = 2
    },
  }
  writer = new GroupCommit(raw, new Kysely<Tables>({ dialect: sqliteDialect(raw, true) }) as Tx, full)
  events.length = 0
  await Promise.all(Array.from({ length: 12 }, (_, i) => note(i)))
  expect(stored()).toHaveLength(12)
  // Fewer on a busy machine, when a commit's time is up before it is full.
  expect(Math.max(...worksOfCommits())).toBeLessThanOrEqual(4)
})
