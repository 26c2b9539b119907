import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Backups } from '../../shared/backups.ts'
import { del, get, post, put } from '../testing/app.ts'
import { buildBackup } from '../testing/backups.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { backupJobs, deadBackups } from './jobs.ts'
import { backupFolder, nameOf } from './places.ts'

const office = await officeOfFile()
const { app, db, clock } = office
const SETTINGS = '/api/settings/backup'

const list = async () => (await get(app, office.cleo, '/api/backups')).body as Backups

const ended = (state: 'proven' | 'failed', daysAgo: number) => buildBackup(office.services, { state, daysAgo })

/** Runs a job as the queue would. */
async function run(kind: string, payload: unknown, attempt = 1): Promise<void> {
  const handler = backupJobs(office.services)[kind]!
  await handler({ id: 0, payload, attempt, signal: new AbortController().signal, finishIn: async () => {} })
}

test('the settings come back as saved, but for the passphrase, which is only said to be there', async () => {
  expect((await get(app, office.cleo, SETTINGS)).body).toMatchObject({
    schedule: 'daily',
    at: '02:00',
    keepDays: 30,
    hasPassphrase: false,
    version: 0,
  })
  const change = { schedule: 'daily', at: '03:30', keepDays: 90, passphrase: 'seven small words', version: 0 }
  const { body } = await put(app, office.cleo, SETTINGS, change)
  expect(body).toMatchObject({
    schedule: 'daily',
    at: '03:30',
    keepDays: 90,
    hasPassphrase: true,
    isPassphraseReadable: true,
    version: 1,
  })
  const stored = await db.read
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'backup')
    .executeTakeFirstOrThrow()
  expect(stored.value).not.toContain('seven')
  expect(await put(app, office.cleo, SETTINGS, { ...change, version: 0 })).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { version: 1 } },
  })
  expect((await put(app, office.cleo, SETTINGS, { passphrase: null })).body).toMatchObject({
    hasPassphrase: false,
    keepDays: 90,
  })
})

test.each([
  [{ schedule: 'hourly' }, 'schedule'],
  [{ at: '25:00' }, 'at'],
  [{ keepDays: 31 }, 'keepDays'],
  [{ passphrase: 'short' }, 'passphrase'],
  [{ passphrase: 'twelve\nletters and more' }, 'passphrase'],
  [{ folder: '/etc' }, 'folder'],
])('settings like %j are refused at their field', async (body, field) => {
  expect(await put(app, office.cleo, SETTINGS, body)).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: field }] },
  })
  expect((await get(app, office.cleo, SETTINGS)).body.version).toBe(0)
})

test('a thousand calls start one backup, and whoever may not start any', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(app, office.cleo, '/api/backups', undefined)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 202))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await list()).backups).toMatchObject([
    { state: 'queued', startedBy: { firstName: 'Cleo' }, size: null, error: null },
  ])
  expect((await post(app, office.ada, '/api/backups', undefined)).statusCode).toBe(403)
})

test('a backup whose process was killed has failed, and leaves no file', async () => {
  const { id } = (await post(app, office.cleo, '/api/backups', undefined)).body as { id: string }
  const path = join(backupFolder(office.services.config), nameOf(id))
  rmSync(dirname(path), { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'half')
  writeFileSync(`${path}.0b9c.part`, 'half')
  mkdirSync(join(dirname(path), 'backup-proof-killed'))
  await run('backup', { id, task: 'make' }, 2)
  expect((await list()).backups).toMatchObject([{ id, state: 'failed', error: { code: 'interrupted' } }])
  expect(readdirSync(dirname(path))).toEqual([])
  // Those who manage backups are told, and nobody else.
  const notices = (await get(app, office.cleo, '/api/notices')).body
  expect(notices).toMatchObject({ unread: 1, notices: [{ code: 'backup-failed', reasons: [{ code: 'backups' }] }] })
  expect((await get(app, office.ada, '/api/notices')).body.unread).toBe(0)
  const { id: other } = (await post(app, office.cleo, '/api/backups', undefined)).body as { id: string }
  await db.write((tx) => deadBackups(office.services).backup!(tx, { id: other, task: 'make' }, 'process-ended'))
  expect((await list()).backups[0]).toMatchObject({ state: 'failed' })
})

test('a proof whose process was killed takes nothing from a backup that was proven before', async () => {
  const id = await ended('proven', 2)
  expect((await post(app, office.cleo, `/api/backups/${id}/verify`, undefined)).statusCode).toBe(202)
  const [before] = (await list()).backups
  const { payload } = await db.read.selectFrom('jobs').select('payload').executeTakeFirstOrThrow()
  const interrupted = { id, state: 'proven', provenAt: before!.provenAt, error: { code: 'interrupted' } }
  await run('backup', JSON.parse(payload), 2)
  expect((await list()).backups).toMatchObject([interrupted])
  await db.write((tx) => deadBackups(office.services).backup!(tx, JSON.parse(payload), 'process-ended'))
  expect((await list()).backups).toMatchObject([interrupted])
  expect(existsSync(join(backupFolder(office.services.config), nameOf(id)))).toBe(true)
  // One that had failed is not proven by a proof that did not run.
  await run('backup', { id, task: 'verify', was: 'failed' }, 2)
  expect((await list()).backups).toMatchObject([{ id, state: 'failed' }])
})

test('the last proven backup is never deleted, others are, with their files', async () => {
  const [old, proven, failed] = [await ended('proven', 3), await ended('proven', 2), await ended('failed', 1)]
  expect(await del(app, office.cleo, `/api/backups/${proven}`)).toMatchObject({
    statusCode: 409,
    body: { code: 'wrong-status' },
  })
  for (const id of [old, failed]) {
    expect((await del(app, office.cleo, `/api/backups/${id}`)).statusCode).toBe(204)
    expect(existsSync(join(backupFolder(office.services.config), nameOf(id)))).toBe(false)
  }
  expect((await list()).backups).toMatchObject([{ id: proven }])
  expect((await del(app, office.cleo, `/api/backups/${old}`)).statusCode).toBe(404)
  expect((await post(app, office.cleo, `/api/backups/${old}/verify`, undefined)).statusCode).toBe(404)
  expect((await get(app, office.cleo, `/api/backups/${proven}/content`)).statusCode).toBe(200)
})

test('the schedule starts a backup at its time in the office’s zone, once, and not while one is under way', async () => {
  await put(app, office.cleo, SETTINGS, { schedule: 'daily', at: '09:30' })
  await run('backup-when-due', null)
  expect((await list()).total).toBe(0)
  clock.forward(32 * 60_000)
  await run('backup-when-due', null)
  await run('backup-when-due', null)
  expect((await list()).backups).toMatchObject([{ startedBy: null, state: 'queued' }])
  await db.write((tx) => tx.updateTable('backups').set({ state: 'proven' }).execute())
  await run('backup-when-due', null)
  expect((await list()).total).toBe(1)
  clock.forward(24 * 3_600_000)
  await run('backup-when-due', null)
  expect(await db.read.selectFrom('backups').select('id').execute()).toHaveLength(2)
})
