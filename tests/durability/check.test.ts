import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedDemo } from '../../seeds/demo.ts'
import { DATABASE_FILE, openDatabase } from '../../server/platform/database/open.ts'
import { AuditSealer } from '../../server/audit/seal.ts'
import { TEST_CONFIG } from '../../server/testing/config.ts'
import { checkDatabase } from './check.ts'
import { emptyLedger, keepChange, keepComment, keepRequest } from './ledger.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-check-'))
  const sealer = new AuditSealer(undefined)
  const db = await openDatabase({ dataDir, beforeCommit: (tx) => sealer.seal(tx) })
  await seedDemo(db, () => new Date('2026-03-11T13:20:00.000Z'), TEST_CONFIG)
  await db.close()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const TITLE = 'Remember the last used customs office'

function storedRequest() {
  const raw = new Database(join(dataDir, DATABASE_FILE))
  const row = raw.prepare<[string], { id: string; version: number; status: string }>(
    'select * from requests where title = ?',
  )
  const { id, version, status } = row.get(TITLE)!
  raw.close()
  return { id, version, status }
}

/** Corrupts the file as a faulty program might. */
function spoil(sql: string) {
  const raw = new Database(join(dataDir, DATABASE_FILE))
  raw.pragma('foreign_keys = OFF')
  raw.exec(sql)
  raw.close()
}

test('a database with all acknowledged writes passes the check', async () => {
  const ledger = emptyLedger()
  const entry = keepRequest(ledger, TITLE, 'mateo', JSON.stringify(storedRequest()))
  keepComment(ledger, entry, 'Lovely.')
  expect(await checkDatabase({ dataDir }, [ledger])).toEqual([])
})

test('missing acknowledged writes are reported', async () => {
  const ledger = emptyLedger()
  const entry = keepRequest(ledger, TITLE, 'mateo', JSON.stringify(storedRequest()))
  keepComment(ledger, entry, 'Never stored.')
  keepChange(ledger, entry, { dueDate: '2031-01-01' })
  keepRequest(ledger, 'Nobody has seen this', 'mateo', JSON.stringify({ id: 'lost', version: 1, status: 'pending' }))
  const problems = (await checkDatabase({ dataDir }, [ledger])).join('\n')
  expect(problems).toContain('lost was acknowledged and is not there')
  expect(problems).toContain(`has version ${entry.version - 1}, not ${entry.version}`)
  expect(problems).toContain('dueDate became 2031-01-01 is written 0 times')
  expect(problems).toContain(`A comment on ${entry.id} is there 0 times`)
})

test.each([
  ['a request stored twice', `update requests set title = '${TITLE}' where number = 3`, 'is there more than once'],
  [
    'a row that its history does not lead to',
    "update requests set due_date = '2031-01-01' where number = (select request_number from request_history where field = 'dueDate' limit 1)",
    'does not lead to its dueDate',
  ],
  ['a version without an entry', 'update requests set version = version + 1 where number = 5', 'gaps in its versions'],
  ['a counter that is wrong', 'update request_counts set count = count + 1', 'instead of'],
  [
    'a search document that is missing',
    'delete from search_documents where request_number = 7',
    'cannot be found by search',
  ],
  ['a comment of nothing', 'update comments set request_number = 4711 where rowid = 1', 'refer to nothing'],
  ['an audit entry that was altered', "update audit_log set details = '{}'", 'audit chain is broken'],
])('%s is noticed', async (_, sql, message) => {
  spoil(sql)
  expect((await checkDatabase({ dataDir }, [])).join('\n')).toContain(message)
})
