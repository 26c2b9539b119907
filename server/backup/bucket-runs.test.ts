import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/database/open.ts'
import { JobQueue } from '../platform/jobs/queue.ts'
import { Settings } from '../settings/service.ts'
import { buildBackup } from '../testing/backups.ts'
import { type Fault, startFakeBucket } from '../testing/fake-bucket.ts'
import { changedSettings } from './changed-settings.ts'
import type { Deps } from './deps.ts'
import { backupJobs } from './jobs.ts'
import { warningIn } from './missing.ts'
import { nameOf, placeOf } from './places.ts'
import { findLastProven } from './queries.ts'
import { enqueueBackup } from './service.ts'
import { readStored, writeStored } from './stored-settings.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'rfd-bucket-runs-'))
const { fake, settings, stop } = await startFakeBucket()
const db = await openDatabase({ dataDir })
const clock = () => new Date()
const config = readConfig({ DATA_DIR: dataDir, HOST: '127.0.0.1' })
const deps: Deps = { db, clock, config, queue: new JobQueue(clock), settings: new Settings({ db, clock, demo: false }) }
afterAll(async () => {
  await db.close()
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const stored = changedSettings(config, await readStored(db.read), {
  target: 'bucket',
  endpoint: settings.endpoint,
  bucket: 'safe',
  prefix: 'daily',
  accessKeyId: 'KEY',
  secretKey: 'SECRET',
  passphrase: 'seven small words of a passphrase',
})
const place = placeOf(stored)
await db.write((tx) => writeStored(tx, stored, clock().toISOString()))
beforeEach(async () => {
  fake.reset()
  await db.write((tx) => tx.deleteFrom('backups').execute())
})

const rowOf = (id: string) => db.read.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst()
async function run(id: string, task: string, attempt = 1) {
  const signal = new AbortController().signal
  await backupJobs(deps).backup!({ id: 0, payload: { id, task }, attempt, signal, finishIn: async () => {} })
  return (await rowOf(id))!
}
/** One without encryption, whose key takes seconds to derive. */
const queued = () => buildBackup(deps, { state: 'queued', place })
const keyOf = (id: string) => `daily/${nameOf(id)}`
const failing = (call: string, fault: Fault) => {
  fake.fault = ({ name, query }) => (name === call && query.get('partNumber') !== '1' ? fault : undefined)
}

test('a backup goes to the bucket encrypted, is proven there, and old ones go from where they lie', async () => {
  const [oldThere, oldHere] = [
    await buildBackup(deps, { daysAgo: 100, place }),
    await buildBackup(deps, { daysAgo: 100 }),
  ]
  fake.objects.set(keyOf(oldThere), { body: Buffer.from('old'), at: clock() })
  const id = await db.write((tx) => enqueueBackup(tx, deps, null))
  const made = await run(id, 'make')
  expect(made).toMatchObject({ state: 'proven', is_encrypted: 1, place, error: null })
  expect([...fake.objects.keys()]).toEqual([keyOf(id)])
  expect(fake.objects.get(keyOf(id))!.body).toHaveLength(Number(made.size))
  expect(await rowOf(oldThere)).toBeUndefined()
  expect(await rowOf(oldHere)).toBeUndefined()
})

test('the proof is of what the bucket returns', async () => {
  const id = await queued()
  expect(await run(id, 'make')).toMatchObject({ state: 'proven' })
  const other = await queued()
  expect(await run(other, 'make')).toMatchObject({ state: 'proven' })
  // Another whole backup under the name of the first.
  fake.objects.set(keyOf(id), fake.objects.get(keyOf(other))!)
  expect(await run(id, 'verify')).toMatchObject({ state: 'failed', error: 'altered' })
  fake.objects.delete(keyOf(id))
  expect(await run(id, 'verify')).toMatchObject({ state: 'failed', error: 'gone' })
})

test('a verification that could not run takes nothing from an earlier proof, and says why', async () => {
  const id = await queued()
  const { proven_at, started_at } = await run(id, 'make')
  const older = await buildBackup(deps, { state: 'proven', daysAgo: 100, place })
  fake.fault = ({ name }) => (name === 'GET list' ? { status: 403, code: 'AccessDenied' } : undefined)
  const still = { state: 'proven', proven_at }
  expect(await run(id, 'verify')).toMatchObject({ ...still, error: 'target-refused' })
  expect((await findLastProven(db.read))?.id).toBe(id)
  expect(await warningIn(db.read, new Date(started_at))).toBeNull()
  fake.fault = () => undefined
  expect(await run(id, 'verify')).toMatchObject({ state: 'proven', error: null })
  expect(await rowOf(older)).toBeUndefined()
})

test('a backup that the present passphrase does not open stays proven while its bytes are the same', async () => {
  const id = await db.write((tx) => enqueueBackup(tx, deps, null))
  const { proven_at } = await run(id, 'make')
  const passphrase = 'another passphrase of the same office'
  const changed = changedSettings(config, await readStored(db.read), { passphrase })
  await db.write((tx) => writeStored(tx, changed, clock().toISOString()))
  try {
    const why = { error: 'refused', error_detail: expect.stringContaining('does not open') }
    expect(await run(id, 'verify')).toMatchObject({ state: 'proven', proven_at, ...why })
    fake.objects.get(keyOf(id))!.body[100]! ^= 1
    expect(await run(id, 'verify')).toMatchObject({ state: 'failed', error: 'altered' })
  } finally {
    await db.write((tx) => writeStored(tx, stored, clock().toISOString()))
  }
})

test.each<[string, string, Fault, string, string]>([
  ['refuses the key', 'GET list', { status: 403, code: 'AccessDenied' }, 'failed', 'target-refused'],
  ['does not exist', 'POST uploads', { status: 404, code: 'NoSuchBucket' }, 'failed', 'target-missing'],
  ['is full', 'PUT part', { status: 507, code: 'XMinioStorageFull' }, 'failed', 'target-full'],
  ['refuses while it is read', 'GET object', { status: 403, code: 'AccessDenied' }, 'not-proven', 'target-refused'],
])('a bucket that %s is told by a code, and the next backup works', async (_name, call, fault, state, error) => {
  fake.fault = ({ name }) => (name === call ? fault : undefined)
  const id = await queued()
  const row = await run(id, 'make')
  expect(row).toMatchObject({ state, error, error_detail: expect.stringContaining(String(Object(fault).status)) })
  expect([fake.objects.size, fake.uploads.size]).toEqual([state === 'failed' ? 0 : 1, 0])
  expect(row.checksum === null).toBe(state === 'failed')
  fake.fault = () => undefined
  expect(await run(await queued(), 'make')).toMatchObject({ state: 'proven' })
})

test('what killed and failed backups left in the bucket goes with the next one', async () => {
  const [killed, failed] = [await queued(), await buildBackup(deps, { state: 'failed', place })]
  fake.uploads.set('killed', { key: keyOf(killed), parts: new Map() })
  fake.uploads.set('failed', { key: keyOf(failed), parts: new Map() })
  fake.uploads.set('of another office', { key: 'daily/else.rfd', parts: new Map() })
  fake.objects.set(keyOf(failed), { body: Buffer.from('x'), at: clock() })
  // While the bucket is down, the backup has failed all the same.
  failing('GET uploads', { status: 403, code: 'AccessDenied' })
  expect(await run(killed, 'make', 2)).toMatchObject({ state: 'failed', error: 'interrupted' })
  fake.fault = () => undefined
  const id = await queued()
  await run(id, 'make')
  expect([...fake.uploads.keys()]).toEqual(['of another office'])
  expect([...fake.objects.keys()]).toEqual([keyOf(id)])
})

test('an old backup whose bucket refuses stays listed', async () => {
  const old = await buildBackup(deps, { daysAgo: 100, place })
  fake.fault = ({ name }) => (name === 'DELETE object' ? { status: 403, code: 'AccessDenied' } : undefined)
  expect(await run(await queued(), 'make')).toMatchObject({ state: 'proven' })
  expect(await rowOf(old)).toBeDefined()
})

test('a passphrase that can no longer be read makes no backup without one', async () => {
  await db.write((tx) => writeStored(tx, { ...stored, sealedPassphrase: 'v1.lost' }, clock().toISOString()))
  try {
    const id = await db.write((tx) => enqueueBackup(tx, deps, null))
    expect(await run(id, 'make')).toMatchObject({ state: 'failed', error: 'passphrase-unreadable' })
    expect(fake.objects.size).toBe(0)
  } finally {
    await db.write((tx) => writeStored(tx, stored, clock().toISOString()))
  }
})
