import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { BUILT_IN_ROLES } from '../../../shared/permissions.ts'
import { up as viewAllRequests } from './migrations/0030-view-all-requests.ts'
import { up as foldNames } from './migrations/0067-folded-names.ts'
import { up as indexNames } from './migrations/0068-names-of-documents.ts'
import { up as notesAsCodes } from './migrations/0072-notes-as-codes.ts'
import { up as foldSpellings } from './migrations/0074-folded-spellings.ts'
import { up as addNotices } from './migrations/0081-notices.ts'
import { up as indexComments } from './migrations/0084-comments-in-search.ts'
import { up as foldAuditDetails } from './migrations/0099-folded-audit-details.ts'
import { noteSentences } from '../../documents/extraction/notes.ts'
import type { Tx } from './db.ts'
import { engineOf } from './dialect.ts'
import type { Tables } from './tables.ts'
import { inSchema, openTestDatabase, TEST_ENGINE } from '../../testing/database.ts'
import { buildPerson, buildRequest } from '../../testing/build.ts'
import { buildDocument } from '../../testing/read-documents.ts'
import { openPostgres } from './postgres/postgres.ts'
import { openSqlite } from './sqlite/sqlite.ts'

const STARTERS = 4

/** Runs `script` (an ES module) in `count` separate processes. @returns their exit codes and output */
function inProcesses(script: string, count: number) {
  return Promise.all(
    Array.from({ length: count }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      child.stdout.on('data', (text) => (output += text))
      child.stderr.on('data', (text) => (output += text))
      return new Promise<{ code: number | null; said: string }>((resolve) => {
        child.on('close', (code) => resolve({ code, said: output }))
      })
    }),
  )
}

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

test.runIf(TEST_ENGINE === 'sqlite')('several processes that start at once on one file all succeed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rfd-migrate-'))
  try {
    const file = join(folder, 'test.sqlite')
    const script = `
      const { openSqlite } = await import(${here('./sqlite/sqlite.ts')})
      const db = await openSqlite(${JSON.stringify(file)})
      await db.migrate()
      await db.ping()
      await db.close()`
    const ends = await inProcesses(script, STARTERS)
    expect(ends).toEqual(Array.from({ length: STARTERS }, () => ({ code: 0, said: '' })))
    const db = await openSqlite(file)
    expect(await db.read.selectFrom('roles').select('id').execute()).toHaveLength(3)
    await db.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.runIf(TEST_ENGINE === 'postgres')('several processes that start at once on one server all succeed', async () => {
  const url = process.env.TEST_DATABASE_URL!
  const schema = `starters_${process.pid}`
  const admin = openPostgres(url)
  await sql`create schema ${sql.id(schema)}`.execute(admin.read)
  try {
    const script = `
      const { openPostgres } = await import(${here('./postgres/postgres.ts')})
      const db = openPostgres(${JSON.stringify(inSchema(url, schema))})
      await db.migrate()
      await db.ping()
      await db.close()`
    const ends = await inProcesses(script, STARTERS)
    expect(ends).toEqual(Array.from({ length: STARTERS }, () => ({ code: 0, said: '' })))
  } finally {
    await sql`drop schema ${sql.id(schema)} cascade`.execute(admin.read)
    await admin.close()
  }
})

test('a second migration changes nothing', async () => {
  const db = await openTestDatabase()
  const before = await sql`select * from migrations order by name`.execute(db.read)
  await db.migrate()
  expect((await sql`select * from migrations order by name`.execute(db.read)).rows).toEqual(before.rows)
  await db.close()
})

test('a database of a newer version is refused with a one-line error', async () => {
  const db = await openTestDatabase()
  await db.write((tx) => sql`insert into migrations (name, applied_at) values ('9999-later', '')`.execute(tx))
  await expect(db.migrate()).rejects.toThrow('newer version')
  await db.close()
})

test('a new database has the built-in roles and no users', async () => {
  const db = await openTestDatabase()
  const roles = await db.read.selectFrom('roles').selectAll().orderBy('id').execute()
  expect(roles.map(({ id, name, permissions }) => [id, name, JSON.parse(permissions)])).toEqual(
    Object.entries(BUILT_IN_ROLES)
      .sort()
      .map(([id, role]) => [id, role.name, role.permissions]),
  )
  expect(await db.read.selectFrom('users').selectAll().execute()).toEqual([])
  await db.close()
})

test.runIf(TEST_ENGINE === 'sqlite')('a data folder belongs to one process at a time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rfd-lock-'))
  const open = fileURLToPath(new URL('./open.ts', import.meta.url))
  try {
    const { openDatabase } = await import('./open.ts')
    const db = await openDatabase({ dataDir: folder })
    const script = `
      const { openDatabase } = await import(${JSON.stringify(open)})
      await openDatabase({ dataDir: ${JSON.stringify(folder)} }).catch((error) => {
        console.log(error.message)
        process.exitCode = 1
      })`
    const refused = { code: 1, said: expect.stringContaining(`${folder} is already in use by another running server`) }
    expect(await inProcesses(script, 2)).toEqual([refused, refused])
    await expect(openDatabase({ dataDir: folder })).rejects.toThrow('already in use')
    await db.close()
    const again = await openDatabase({ dataDir: folder })
    await again.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.runIf(TEST_ENGINE === 'sqlite')('a killed process leaves the data folder free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rfd-lock-'))
  try {
    const script = `
      const { openDatabase } = await import(${here('./open.ts')})
      await openDatabase({ dataDir: ${JSON.stringify(folder)} })
      process.kill(process.pid, 'SIGKILL')`
    expect(await inProcesses(script, 1)).toMatchObject([{ code: null }])
    const { openDatabase } = await import('./open.ts')
    const db = await openDatabase({ dataDir: folder })
    expect(await db.read.selectFrom('roles').select('id').execute()).toHaveLength(3)
    await db.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a stored role that could see the dashboard keeps seeing every request', async () => {
  const db = await openTestDatabase()
  const at = '2026-01-01T00:00:00.000Z'
  const stored = { head: '["dashboard.view","later.permission"]', clerk: '["requests.create"]', broken: '{}' }
  await db.write(async (tx) => {
    for (const [id, permissions] of Object.entries(stored))
      await tx.insertInto('roles').values({ id, name: id, permissions, created_at: at }).execute()
    await viewAllRequests(tx as Kysely<Tables> as Kysely<unknown>, db.engine)
    await viewAllRequests(tx as Kysely<Tables> as Kysely<unknown>, db.engine)
  })
  const roles = await db.read.selectFrom('roles').select(['id', 'permissions']).where('created_at', '=', at).execute()
  expect(Object.fromEntries(roles.map(({ id, permissions }) => [id, JSON.parse(permissions)]))).toEqual({
    head: ['dashboard.view', 'later.permission', 'requests.viewAll'],
    clerk: ['requests.create'],
    broken: {},
  })
  await db.close()
})

test('names stored by an earlier version are folded like the words of a search', async () => {
  const db = await openTestDatabase()
  const at = '2026-01-01T00:00:00.000Z'
  const stored = [
    { id: 'ada', first_name: 'Ada', last_name: 'Quint', name_key: 'ada quint' },
    { id: 'hans', first_name: 'Hans', last_name: 'Strauß', name_key: 'hans strauß' },
  ]
  await db.write(async (tx) => {
    for (const names of stored) {
      const account = { username: names.id, username_key: names.id, email: '', role_id: 'user', password_hash: '-' }
      await tx
        .insertInto('users')
        .values({ ...names, ...account, created_at: at, updated_at: at })
        .execute()
    }
    await foldNames(tx as Kysely<Tables> as Kysely<unknown>)
  })
  const keys = await db.read.selectFrom('users').select('name_key').orderBy('id').execute()
  expect(keys).toEqual([{ name_key: 'ada quint' }, { name_key: 'hans strauss' }])
  await db.close()
})

test('documents stored by an earlier version are found by their names', async () => {
  const db = await openTestDatabase()
  const uploadedById = await buildPerson(db)
  const { number } = await buildRequest(db, { requesterId: uploadedById })
  const documents = [
    await buildDocument(db, { uploadedById, requestNumber: number, name: 'Décret.pdf' }),
    await buildDocument(db, { uploadedById, requestNumber: number, name: 'Note.pdf' }),
  ]
  await buildDocument(db, { uploadedById, name: 'Loose.pdf' })
  const page = { request_number: number, document_id: documents[0]!, page: 1, text: 'a page' }
  const id = number * 2 ** 20
  await db.write(async (tx) => {
    await tx
      .insertInto('search_pages')
      .values({ id, ...page })
      .execute()
    await indexNames(tx as Kysely<Tables> as Kysely<unknown>)
  })
  const rows = await db.read
    .selectFrom('search_pages')
    .select(['id', 'document_id', 'page', 'text'])
    .orderBy('id')
    .execute()
  expect(rows[0]).toMatchObject({ id, page: 1 })
  expect(new Map(rows.slice(1).map((row) => [row.document_id, row.text]))).toEqual(
    new Map([
      [documents[0], 'decret.pdf'],
      [documents[1], 'note.pdf'],
    ]),
  )
  expect(rows.map((row) => row.id)).toEqual([id, id + 1, id + 2])
  await db.close()
})

test('entries of the audit log from an earlier version are folded beside what their hashes cover', async () => {
  const db = await openTestDatabase()
  const entry = { at: '2026-01-01T00:00:00.000Z', actor_id: null, action: 'department.renamed' }
  const details = [
    '{"before":"Plain"}',
    '{"before":"main-d’Œuvre “x”"}',
    '{"before":"it`s"}',
    '{"altered":"\\Ü"}',
    '{"字":"漢"}',
  ]
  await db.write((tx) => tx.schema.alterTable('audit_log').dropColumn('folded_details').execute())
  // More than one batch.
  const plain = Array.from({ length: 600 }, () => '{"name":"Ä"}')
  await db.write(async (tx) => {
    for (const text of [...details, ...plain])
      await tx
        .insertInto('audit_log')
        .values({ ...entry, details: text })
        .execute()
    await foldAuditDetails(tx as Kysely<Tables> as Kysely<unknown>, db.engine)
  })
  const rows = await db.read.selectFrom('audit_log').select(['details', 'folded_details']).orderBy('id').execute()
  expect(rows.map((row) => row.details)).toEqual([...details, ...plain])
  const folded = [
    null,
    String.raw`{"before":"main-d'oeuvre \"x\""}`,
    `{"before":"it's"}`,
    String.raw`{"altered":"\\u"}`,
    null,
  ]
  expect(rows.map((row) => row.folded_details)).toEqual([...folded, ...plain.map(() => '{"name":"a"}')])
  await db.close()
})

test('texts, names and departments stored by an earlier version are folded anew', async () => {
  const db = await openTestDatabase()
  const uploadedById = await buildPerson(db)
  const { number } = await buildRequest(db, {
    requesterId: uploadedById,
    title: 'Quai d’attente',
    description: 'd´œuvre',
  })
  const document = await buildDocument(db, { uploadedById, requestNumber: number, name: 'Zone A–B.pdf' })
  const at = '2026-01-01T00:00:00.000Z'
  const page = { id: number * 2 ** 20, request_number: number, document_id: document, page: 0 }
  const department = { name: 'Fraud–control', created_at: at, retired_at: null, successor: null }
  await db.write(async (tx) => {
    const comment = { id: 'c', request_number: number, author_id: uploadedById, comment: 'نص ٤٧١١', created_at: at }
    await tx.insertInto('comments').values(comment).execute()
    await tx.updateTable('requests').set({ title_key: 'quai d’attente' }).execute()
    const texts = { title: 'quai d’attente', description: 'd œuvre' }
    await tx.updateTable('search_documents').set(texts).execute()
    await tx
      .insertInto('search_pages')
      .values({ ...page, text: 'zone a–b.pdf' })
      .execute()
    await tx.updateTable('users').set({ username: 'søren', username_key: 'søren', search_key: 'old' }).execute()
    await tx
      .insertInto('departments')
      .values({ ...department, key: 'one', name_key: 'fraud–control', position: 8 })
      .execute()
    await tx
      .insertInto('departments')
      .values({ ...department, key: 'two', name: 'Fraud-control', name_key: 'fraud-control', position: 9 })
      .execute()
  })
  await db.write(async (tx) => {
    await commentsInRequests(tx)
    if (db.engine === 'sqlite') await sql`drop trigger search_pages_changed`.execute(tx)
    await foldSpellings(tx as unknown as Kysely<unknown>, db.engine)
    await indexComments(tx as unknown as Kysely<unknown>, db.engine)
  })

  const [request] = await db.read.selectFrom('requests').select('title_key').execute()
  expect(request).toEqual({ title_key: "quai d'attente" })
  const [texts] = await db.read.selectFrom('search_documents').select(['title', 'description']).execute()
  expect(texts).toEqual({ title: "quai d'attente", description: "d'oeuvre" })
  expect(await db.read.selectFrom('search_comments').select('text').execute()).toEqual([{ text: 'نص 4711' }])
  expect(await db.read.selectFrom('search_pages').select('text').execute()).toEqual([{ text: 'zone a-b.pdf' }])
  expect(await db.read.selectFrom('users').select('username_key').execute()).toEqual([{ username_key: 'soren' }])
  const keys = await db.read
    .selectFrom('departments')
    .select('name_key')
    .where('position', '>', 7)
    .orderBy('key')
    .execute()
  expect(keys).toEqual([{ name_key: 'fraud-control' }, { name_key: 'fraud-control two' }])
  if (db.engine === 'sqlite') {
    const { rows } = await sql`select rowid from search_index where search_index match '"d''oeuvre"'`.execute(db.read)
    expect(rows).toHaveLength(1)
  }
  await db.close()
})

test('notes on the text of files, stored as sentences by an earlier version, become codes that say the same', async () => {
  const db = await openTestDatabase()
  const notes = [
    'This document is protected by a password.',
    'Only the first 2,000 pages of this document were read.',
    'One page has no text.',
    'Only 3 of 40 scanned pages were read: more would take too long.',
  ]
  await db.write(async (tx) => {
    for (const [i, text_note] of notes.entries()) {
      const file = {
        checksum: `note ${i}`,
        store_key: `note ${i}`,
        size: 1,
        type: 'pdf' as const,
        stored_at: '2026-01-01',
      }
      await tx
        .insertInto('files')
        .values({ ...file, text_state: 'ready', text_note, pages: 1 })
        .execute()
    }
    await notesAsCodes(tx as Kysely<Tables> as Kysely<unknown>)
  })
  const stored = await db.read
    .selectFrom('files')
    .select('text_note')
    .where('checksum', 'like', 'note %')
    .orderBy('checksum')
    .execute()
  expect(stored.map(({ text_note }) => noteSentences(text_note))).toEqual(notes)
  await db.close()
})

/** As before comments had index rows of their own. */
async function commentsInRequests(tx: Tx) {
  await sql`drop table search_comments`.execute(tx)
  await sql`alter table search_documents add column comments text not null default ''`.execute(tx)
  if (engineOf(tx) === 'postgres') return
  for (const table of ['search_comment_trigrams', 'search_comment_index', 'search_comment_changes'])
    await sql`drop table ${sql.table(table)}`.execute(tx)
}

test('an upgraded office begins to notify with what happens after the upgrade', async () => {
  const db = await openTestDatabase()
  const { number } = await buildRequest(db, { requesterId: await buildPerson(db) })
  await db.write(async (tx) => {
    for (const table of ['notice_members', 'notices', 'request_watches', 'notice_preferences', 'notice_progress']) {
      await sql`drop table ${sql.table(table)}`.execute(tx)
    }
    await addNotices(tx as Kysely<Tables> as Kysely<unknown>, db.engine)
  })
  const { value } = await db.read
    .selectFrom('notice_progress')
    .select('value')
    .where('name', '=', 'history')
    .executeTakeFirstOrThrow()
  const newest = db.read.selectFrom('request_history').select('id').where('request_number', '=', number)
  expect(await newest.execute()).toEqual([{ id: value }])
  await db.close()
})
