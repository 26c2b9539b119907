import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isOverdue, PRIORITIES, STATUSES } from '../shared/requests.ts'
import { nextNumber } from '../server/platform/database/dialect.ts'
import type { Db } from '../server/platform/database/db.ts'
import { verifyCounters } from '../server/requests/counters/rebuild.ts'
import { TEST_CONFIG } from '../server/testing/config.ts'
import { openTestDatabase } from '../server/testing/database.ts'
import { verifyPassword } from '../server/people/accounts/passwords.ts'
import { extractText } from '../server/documents/extraction/extract-text.ts'
import { JobQueue } from '../server/platform/jobs/queue.ts'
import { Classification } from '../shared/ai.ts'
import { addDemoDecisions } from './demo-decisions.ts'
import { addDemoDocuments } from './demo-documents.ts'
import { demoLives, demoStories, seedDemo } from './demo.ts'
import { OFFICE } from './common/office.ts'
import { FILES } from './letters.ts'

const WEDNESDAY = new Date('2026-03-11T13:20:00.000Z')
const SUNDAY_NIGHT = new Date('2027-01-03T02:00:00.000Z')

describe('the demo office', () => {
  let db: Db
  let seeded: boolean[]
  beforeAll(async () => {
    db = await openTestDatabase()
    const seed = () => seedDemo(db, () => WEDNESDAY, TEST_CONFIG)
    seeded = [await seed(), await seed()]
  })
  afterAll(() => db.close())

  test('is stored once, however often the program starts', async () => {
    expect(seeded).toEqual([true, false])
    const { count } = await db.read
      .selectFrom('requests')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(demoLives(WEDNESDAY, 'UTC').length)
  })

  test('has counters that agree with its rows', async () => {
    expect(await verifyCounters(db.read, 'UTC')).toEqual([])
  })

  test('leaves the next number free', async () => {
    expect(await db.write((tx) => nextNumber(tx))).toBe(demoLives(WEDNESDAY, 'UTC').length + 1)
  })

  test('opens the three demo accounts with the demo password', async () => {
    const accounts = await db.read
      .selectFrom('users')
      .select(['username', 'role_id', 'password_hash'])
      .where('username', 'in', ['admin', 'manager', 'user'])
      .orderBy('username')
      .execute()
    expect(accounts.map(({ username, role_id }) => `${username}: ${role_id}`)).toEqual([
      'admin: admin',
      'manager: manager',
      'user: user',
    ])
    for (const { password_hash } of accounts) {
      expect(await verifyPassword(TEST_CONFIG.demoPassword, password_hash)).toBe(true)
    }
  })

  test('can be searched by its texts and comments', async () => {
    const rows = await db.read
      .selectFrom('search_comments as said')
      .innerJoin('search_documents as document', 'document.request_number', 'said.request_number')
      .select('document.title')
      .where('said.text', 'like', '%reference l/114%')
      .execute()
    expect(rows).toEqual([{ title: 'hold release when the transit bond is below the duty at risk' }])
  })
})

describe.each([
  ['on a working day', WEDNESDAY],
  ['at night on a Sunday', SUNDAY_NIGHT],
])('the stories told %s', (_, now) => {
  const lives = demoLives(now, 'UTC')
  const today = now.toISOString().slice(0, 10)

  test('happen on working days in office hours and never in the future', () => {
    for (const { at } of lives.flatMap(({ history }) => history)) {
      const instant = new Date(String(at))
      const minute = instant.getUTCHours() * 60 + instant.getUTCMinutes()
      expect(instant.getTime()).toBeLessThanOrEqual(now.getTime())
      expect([1, 2, 3, 4, 5]).toContain(instant.getUTCDay())
      expect(minute).toBeGreaterThanOrEqual(7 * 60 + 30)
      expect(minute).toBeLessThanOrEqual(16 * 60 + 30)
    }
  })

  test('are written in the order in which things happened', () => {
    for (const { row, history } of lives) {
      const instants = history.map(({ at }) => String(at))
      expect(instants, row.title).toEqual(instants.toSorted())
      expect(row.version).toBe(history.at(-1)!.version)
    }
    expect(lives.map(({ row }) => row.created_at)).toEqual(lives.map(({ row }) => row.created_at).toSorted())
  })

  test('cover nine months, every status and priority, and the user has several of each status', () => {
    const own = lives.filter(({ row }) => row.requester_id === OFFICE.tomas.id)
    for (const status of Object.keys(STATUSES)) {
      expect(own.filter(({ row }) => row.status === status).length, status).toBeGreaterThanOrEqual(2)
    }
    for (const priority of Object.keys(PRIORITIES)) {
      expect(lives.filter(({ row }) => row.priority === priority).length, priority).toBeGreaterThan(5)
    }
    expect((now.getTime() - Date.parse(lives[0]!.row.created_at)) / 86_400_000).toBeGreaterThan(250)
  })

  test('leave some overdue, some due today and this week, and something critical unassigned', () => {
    const open = lives.map(({ row }) => ({ ...row, dueDate: row.due_date })).filter(({ completed_at }) => !completed_at)
    expect(open.filter((row) => isOverdue(row, today)).length).toBeGreaterThanOrEqual(5)
    expect(open.filter((row) => row.dueDate === today).length).toBeGreaterThanOrEqual(1)
    expect(open.filter((row) => row.priority === 'critical' && !row.assigned_to_id).length).toBeGreaterThanOrEqual(2)
  })

  test('show every kind of row among the newest ten', () => {
    const newest = lives.slice(-10).map(({ row }) => row)
    expect(new Set(newest.map(({ department }) => department)).size).toBe(5)
    expect(new Set(newest.map(({ priority }) => priority)).size).toBe(4)
    expect(new Set(newest.map(({ status }) => status)).size).toBeGreaterThanOrEqual(4)
  })
})

test('every story says what is wanted in 60 to 250 words', () => {
  for (const { title, description } of demoStories()) {
    const words = description.split(/\s+/).length
    expect(words, title).toBeGreaterThanOrEqual(60)
    expect(words, title).toBeLessThanOrEqual(250)
  }
})

test('letters are attached in the background once, and one is handed to Document AI', async () => {
  const db = await openTestDatabase()
  const clock = () => WEDNESDAY
  await seedDemo(db, clock, TEST_CONFIG)
  const waiting = () => db.read.selectFrom('jobs').selectAll().where('kind', '=', 'seed-demo-documents').execute()
  const [job, ...others] = await waiting()
  expect(others).toEqual([])
  const keys: string[] = []
  const files = { put: (key: string) => (keys.push(key), Promise.resolve()) }
  const queue = new JobQueue(clock)
  const held = { id: job!.id, payload: null, attempt: 1, signal: new AbortController().signal }
  const finishIn = vi.fn(() => Promise.resolve())
  await addDemoDocuments({ db, clock, files, queue }, { ...held, finishIn })
  expect(finishIn).toHaveBeenCalledOnce()
  const documents = await db.read.selectFrom('documents').selectAll().orderBy('name').execute()
  expect(documents.map(({ name, request_number }) => [name, request_number !== null])).toEqual([
    ['Events of electronic seals.docx', true],
    ['Letter of the Ministry of Trade.pdf', true],
    ['Memo on electronic seals.pdf', true],
    ['Minutes of the transit working group.pdf', false],
    ['Sketch of the transit screen.png', true],
  ])
  expect(keys).toHaveLength(5)
  expect(await db.read.selectFrom('document_readings').select('state').execute()).toEqual([{ state: 'waiting' }])
  await seedDemo(db, clock, TEST_CONFIG)
  expect(await waiting()).toHaveLength(1)
  await db.close()
})

test('the ledger has reasons, and the quality page a year of accepted and changed suggestions', async () => {
  const db = await openTestDatabase()
  const clock = () => WEDNESDAY
  await seedDemo(db, clock, TEST_CONFIG)
  const lives = demoLives(WEDNESDAY, 'UTC')
  const recent = new Date(WEDNESDAY.getTime() - 182 * 86_400_000).toISOString()
  const reasons = lives.flatMap(({ history }) => history.filter(({ at, reason }) => reason && String(at) > recent))
  expect(reasons.length).toBeGreaterThanOrEqual(5)
  expect(new Set(reasons.map(({ reason }) => reason)).size).toBeGreaterThanOrEqual(3)

  const held = { id: 1, payload: null, attempt: 1, signal: new AbortController().signal, finishIn: async () => {} }
  const decisions = () => db.read.selectFrom('suggestion_decisions').selectAll().orderBy('id').execute()
  await addDemoDecisions({ db, clock }, held)
  const made = await decisions()
  await addDemoDecisions({ db, clock }, held)
  expect(await decisions()).toEqual(made)
  expect(new Set(made.map(({ decided_at }) => decided_at.slice(0, 7))).size).toBeGreaterThanOrEqual(6)
  const accepted = made.filter(({ outcome }) => outcome === 'accepted').length / made.length
  expect(accepted).toBeGreaterThan(0.55)
  expect(accepted).toBeLessThan(0.85)
  const results = await db.read.selectFrom('suggestions').select('result').execute()
  for (const { result } of results) Classification.parse(JSON.parse(result))
  expect(made.length).toBe(3 * results.length)
  await db.close()
})

test.each(FILES)('$name is of its kind and can be read', async ({ path, type }) => {
  const bytes = readFileSync(join(import.meta.dirname, 'documents', path))
  expect((await extractText({ type, bytes })).state).toBe(type === 'docx' ? 'ready' : 'none')
  expect(bytes.toString('latin1', 0, 4)).toBe(type === 'docx' ? 'PK\u0003\u0004' : '\u0089PNG')
})
