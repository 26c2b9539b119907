import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../platform/database/db.ts'
import { buildPerson } from '../testing/build.ts'
import { openTestDatabase, TEST_SEALER } from '../testing/database.ts'
import { emptyTables } from '../testing/empty-tables.ts'
import { chainKeyFrom } from './chain.ts'
import { NOTE_FILE } from './head-note.ts'
import { AuditSealer } from './seal.ts'
import { recordAny } from '../testing/audit.ts'
import { verify } from './verify.ts'
import { AuditWatch } from './watch.ts'

let db: Db
let folder: string
let messages: string[]
const running: AuditWatch[] = []
let now: string
const clock = () => new Date(now)
const write = (...actions: string[]) =>
  db.write(async (tx) => {
    for (const action of actions) await recordAny(tx, clock, { actorId: null, action })
  })
const actions = async () =>
  (await db.read.selectFrom('audit_log').select('action').orderBy('id').execute()).map(({ action }) => action)
const noteFile = () => join(folder, NOTE_FILE)

beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(async () => {
  await emptyTables(db)
  folder = mkdtempSync(join(tmpdir(), 'rfd-audit-'))
  messages = []
  now = '2026-03-10T09:00:00.000Z'
})
afterEach(async () => {
  for (const watch of running.splice(0)) await watch.close()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => db.close())

/** Simulates a start of the server. */
async function started(sealer = TEST_SEALER) {
  const tell = (_fields: object, message: string) => void messages.push(message)
  const watch = new AuditWatch({
    db,
    sealer,
    clock,
    noteFile: noteFile(),
    log: { info: () => {}, warn: tell, error: tell },
  })
  running.push(watch)
  await watch.start()
  return watch
}

/** A server that ran and stopped, with its entries in the log and its note. */
async function ranWith(...written: string[]) {
  const watch = await started()
  await write(...written)
  await watch.close()
}

test('the log matches its note at the next start', async () => {
  await ranWith('one', 'two')
  const watch = await started()
  await watch.check()
  expect([watch.state.found, watch.state.entries, messages]).toEqual([null, 2, []])
  expect(JSON.parse(readFileSync(noteFile(), 'utf8'))).toMatchObject({ entries: 2, found: null })
})

test.for([
  ['emptied', 'delete', 0, 'The audit log was emptied'],
  ['cut', 'delete', 1, 'The newest entries of the audit log were removed'],
] as const)('a log that was %s is told at the next start, and stays told', async ([damage, , left, message]) => {
  await ranWith('one', 'two', 'three')
  await db.write((tx) => tx.deleteFrom('audit_log').where('seq', '>', left).execute())
  const watch = await started()
  expect(watch.state).toMatchObject({ state: 'damaged', found: { damage, brokenAt: left + 1 } })
  expect(messages).toEqual([expect.stringContaining(message)])
  expect((await actions()).at(-1)).toBe('audit.damage-found')
  await write('work goes on')
  await watch.close()
  const again = await started()
  expect(again.state).toMatchObject({ state: 'damaged', found: { damage } })
  expect((await actions()).filter((action) => action === 'audit.damage-found')).toHaveLength(1)
})

test('a log that is emptied or cut while the server runs is reported too', async () => {
  const watch = await started()
  await write('one', 'two', 'three')
  await watch.check()
  await db.write((tx) => tx.deleteFrom('audit_log').where('seq', '=', 3).execute())
  await write('instead')
  await watch.check()
  expect(watch.state.found).toMatchObject({ damage: 'rewritten' })
})

test('an entry altered in the middle is found by the full check after the start', async () => {
  await ranWith('one', 'two', 'three')
  await db.write((tx) => tx.updateTable('audit_log').set({ action: 'x' }).where('seq', '=', 2).execute())
  const watch = await started()
  await watch.check()
  expect(watch.state).toMatchObject({ state: 'damaged', found: { damage: 'altered', brokenAt: 2 } })
})

test('an altered note is reported, and after a change of key the log is sealed under the current one', async () => {
  await ranWith('one', 'two')
  const note = JSON.parse(readFileSync(noteFile(), 'utf8'))
  writeFileSync(noteFile(), JSON.stringify({ ...note, entries: 1 }))
  const first = await started()
  expect(first.state.found).toMatchObject({ damage: 'note-damaged' })
  await first.close()
  writeFileSync(noteFile(), JSON.stringify(note))
  const other = new AuditSealer(chainKeyFrom(Buffer.alloc(32, 9)))
  messages = []
  await started(other)
  expect(messages[0]).toContain('SECRET_KEY has changed')
  expect((await actions()).at(-1)).toBe('audit.key-changed')
  expect(await verify(db, other)).toMatchObject({ intact: true })
})

const cutTo = (left: number) => db.write((tx) => tx.deleteFrom('audit_log').where('seq', '>', left).execute())
const deleteHead = () => db.write((tx) => tx.deleteFrom('audit_head').execute())

test('a log whose last entries and note are deleted together is reported as cut, by the database’s own head', async () => {
  await ranWith('one', 'two', 'three')
  await cutTo(1)
  rmSync(noteFile())
  const { state } = await started()
  expect(state).toMatchObject({ state: 'damaged', found: { damage: 'cut', brokenAt: 2 } })
})

test('a log with entries, but without note and head, is an alarm that stays', async () => {
  await ranWith('one', 'two', 'three')
  await cutTo(2)
  await deleteHead()
  rmSync(noteFile())
  const watch = await started()
  expect(watch.state.found).toMatchObject({ damage: 'note-missing' })
  expect(messages).toEqual([
    expect.stringMatching(/note of the newest one.* is missing\. Once this is explained, .*--accept/),
  ])
  await watch.close()
  expect((await started()).state.found).toMatchObject({ damage: 'note-missing' })
})

test('a missing note alone is an alarm beside the database, and the beginning of a further server on PostgreSQL', async () => {
  await ranWith('one', 'two')
  rmSync(noteFile())
  const { state } = await started()
  if (db.engine === 'sqlite') return expect(state.found).toMatchObject({ damage: 'note-missing' })
  expect(state.found).toBeNull()
  expect((await actions()).at(-1)).toBe('audit.note-begun')
  expect(existsSync(noteFile())).toBe(true)
})

test('an office without entries is new, unless it has accounts', async () => {
  expect((await started()).state.found).toBeNull()
  rmSync(noteFile())
  await buildPerson(db)
  expect((await started()).state.found).toMatchObject({ damage: 'emptied' })
})

/** Puts back the log as it was before `later` was written. */
async function putBack(later: () => Promise<void>): Promise<void> {
  const [entries, [head]] = await Promise.all([
    db.read.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    db.read.selectFrom('audit_head').selectAll().execute(),
  ])
  await later()
  await db.write(async (tx) => {
    await tx.deleteFrom('audit_log').execute()
    await tx.deleteFrom('audit_head').execute()
    await tx.insertInto('audit_log').values(entries).execute()
    await tx.insertInto('audit_head').values(head!).execute()
  })
}

test('an older copy of the database is called that', async () => {
  await ranWith('one', 'two')
  await putBack(() => ranWith('three', 'four'))
  expect((await started()).state.found).toMatchObject({ damage: 'restored', brokenAt: 3 })
})

test('a log that was restored from a backup is no alarm, but what is cut from it afterwards is', async () => {
  await ranWith('one', 'two')
  await putBack(() => ranWith('three', 'four'))
  now = '2026-03-10T10:00:00.000Z'
  await write('backup.restored')
  await TEST_SEALER.sealAll(db)
  const watch = await started()
  expect([watch.state.found, watch.state.entries, messages]).toEqual([null, 3, []])
  now = '2026-03-10T11:00:00.000Z'
  await putBack(async () => {
    await write('five')
    await watch.close()
  })
  expect((await started()).state.found).toMatchObject({ damage: 'restored', brokenAt: 4 })
})

test('a restore that was written without the key explains nothing', async () => {
  await ranWith('one', 'two')
  await putBack(() => ranWith('three', 'four'))
  now = '2026-03-10T10:00:00.000Z'
  await write('backup.restored')
  await TEST_SEALER.sealAll(db)
  const forged = `${TEST_SEALER.key!.id}:${'0'.repeat(64)}`
  await db.write((tx) => tx.updateTable('audit_log').set({ hash: forged }).where('seq', '=', 3).execute())
  expect((await started()).state.found).not.toBeNull()
})

test('a log of an earlier version, with a note but no head, gets one without an alarm', async () => {
  await ranWith('one', 'two')
  await deleteHead()
  const watch = await started()
  await write('three')
  await watch.check()
  expect([watch.state.found, messages]).toEqual([null, []])
  expect(await db.read.selectFrom('audit_head').select('entries').execute()).toEqual([{ entries: 3 }])
})

test('a forged head is not signed by the entries that follow it', async () => {
  await ranWith('one', 'two', 'three')
  await cutTo(2)
  const [last] = await db.read.selectFrom('audit_log').select(['seq', 'hash']).where('seq', '=', 2).execute()
  await db.write((tx) => tx.updateTable('audit_head').set({ entries: last!.seq!, hash: last!.hash! }).execute())
  await write('four')
  await TEST_SEALER.sealAll(db)
  rmSync(noteFile())
  expect((await started()).state.found).toMatchObject({ damage: 'note-damaged' })
})
