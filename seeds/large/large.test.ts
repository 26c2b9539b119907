import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/platform/database/open.ts'
import { listRows } from '../../server/people/departments/queries.ts'
import { verifyCounters } from '../../server/requests/counters/rebuild.ts'
import { TEST_CONFIG } from '../../server/testing/config.ts'
import { buildSchema, openTestDatabase, TEST_ENGINE } from '../../server/testing/database.ts'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { readArguments } from './arguments.ts'
import { fillLargeOffice } from './fill.ts'
import { makeLargeOffice } from './make.ts'
import { verifyOffice } from './verify.ts'

const WANTED = { requests: 300, seed: 5, today: '2026-03-11', replace: false }

test('a large office is consistent on every engine', async () => {
  const db = await openTestDatabase()
  try {
    await fillLargeOffice(db, WANTED, 'no hash', undefined, 110)
    expect(await verifyCounters(db.read, 'UTC')).toEqual([])
    expect(await verifyOffice(db, WANTED.today)).toEqual([])
  } finally {
    await db.close()
  }
})

test('a wrong counter and a lost search document are noticed', async () => {
  const db = await openTestDatabase()
  try {
    await fillLargeOffice(db, { ...WANTED, requests: 40 }, 'no hash')
    await db.write(async (tx) => {
      await tx.updateTable('day_counts').set({ count: 7 }).where('kind', '=', 'entered:pending').execute()
      await tx.deleteFrom('search_documents').where('request_number', '=', 3).execute()
    })
    const wrong = (await verifyOffice(db, WANTED.today)).join('\n')
    expect(wrong).toContain('search documents: 39, not 40')
    expect(wrong).toContain('entered less left: pending')
  } finally {
    await db.close()
  }
})

test.runIf(TEST_ENGINE === 'postgres')(
  'an office that replaces another has the departments of the beginning',
  async () => {
    const { url, drop } = await buildSchema()
    try {
      const make = (replace: boolean) =>
        makeLargeOffice({ ...TEST_CONFIG, databaseUrl: url }, { ...WANTED, requests: 40, replace })
      await make(false)
      await make(true)
      const db = await openDatabase({ dataDir: '', databaseUrl: url })
      const rows = await listRows(db.read)
      await db.close()
      expect(rows.map(({ key, name }) => [key, name])).toEqual(
        FIRST_DEPARTMENTS.all.map(({ key, name }) => [key, name]),
      )
    } finally {
      await drop()
    }
  },
)

describe('in a data folder', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'rfd-seed-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const make = (change: Partial<typeof WANTED> = {}) =>
    makeLargeOffice({ ...TEST_CONFIG, dataDir }, { ...WANTED, requests: 60, ...change })

  async function titles(): Promise<string[]> {
    const db = await openDatabase({ dataDir })
    const rows = await db.read.selectFrom('requests').select('title').orderBy('number').execute()
    await db.close()
    return rows.map(({ title }) => title)
  }

  test('the same seed makes the same office, another one another', async () => {
    await make()
    const first = await titles()
    await make({ replace: true })
    expect(await titles()).toEqual(first)
    await make({ replace: true, seed: 6 })
    expect(await titles()).not.toEqual(first)
  })

  test('an office that is there already is only replaced when asked to', async () => {
    await make()
    const before = await titles()
    await expect(make({ seed: 6 })).rejects.toThrow('There is an office in')
    expect(await titles()).toEqual(before)
  })

  test('a folder on which a server runs is refused', async () => {
    const db = await openDatabase({ dataDir })
    await expect(make({ replace: true })).rejects.toThrow('already in use')
    await db.close()
  })

  test('nothing is left behind but the database', async () => {
    await make()
    expect(readdirSync(dataDir).sort()).toEqual(['in-use.lock', 'rfd.sqlite'])
  })

  test('all indices that the server made are there again', async () => {
    const indices = async () => {
      const db = await openDatabase({ dataDir })
      // SQLite's own catalogue is not in our table types.
      const rows = await db.read
        .selectFrom('sqlite_schema' as 'settings')
        .select('name' as 'key')
        .where('type' as 'key', '=', 'index')
        .execute()
      await db.close()
      return rows.map((row) => Object.values(row)[0]).sort()
    }
    const fresh = await indices()
    await make()
    expect(await indices()).toEqual(fresh)
  })
})

test.each([
  [['--requests', '0'], '--requests must be a whole number'],
  [['--requests', 'many'], '--requests must be a whole number'],
  [[], '--requests must be a whole number'],
  [['--requests', '5', '--today', '2026-02-31'], '--today must be a date'],
  [['--requests', '5', '--fast'], "Unknown option '--fast'"],
])('the arguments %j are refused', (args, message) => {
  expect(() => readArguments(args, '2026-03-11')).toThrow(message)
})
