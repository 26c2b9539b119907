import { afterAll, beforeEach, expect, test } from 'vitest'
import { del, get, post, put } from '../testing/app.ts'
import { buildBackup } from '../testing/backups.ts'
import { startFakeBucket } from '../testing/fake-bucket.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { nameOf } from './places.ts'

const office = await officeOfFile()
const { app, db } = office
const { fake, settings, stop } = await startFakeBucket()
afterAll(stop)
beforeEach(() => fake.reset())

const SETTINGS = '/api/settings/backup'
const BUCKET = {
  target: 'bucket',
  endpoint: settings.endpoint,
  bucket: 'safe',
  prefix: '/office/daily/',
  accessKeyId: 'KEY',
  secretKey: 'SECRET',
  passphrase: 'seven small words',
}
const save = (change: object) => put(app, office.cleo, SETTINGS, change)
const tryOut = (change: object) => post(app, office.cleo, `${SETTINGS}/test`, change)
const placeNow = JSON.stringify({ endpoint: settings.endpoint, region: 'us-east-1', bucket: 'safe', prefix: 'office' })
const keyOf = (id: string) => `office/${nameOf(id)}`

test('a bucket comes back as saved, but for the secret key, which is only said to be there', async () => {
  expect((await save(BUCKET)).body).toMatchObject({
    target: 'bucket',
    endpoint: settings.endpoint,
    bucket: 'safe',
    prefix: 'office/daily',
    accessKeyId: 'KEY',
    hasSecretKey: true,
    isSecretKeyReadable: true,
  })
  const rows = await db.read.selectFrom('settings').select('value').where('key', '=', 'backup').execute()
  const log = await db.read.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify([rows, log])).not.toMatch(/SECRET|seven small/)
  // A secret key belongs to its endpoint.
  expect((await save({ target: 'folder', endpoint: 'https://s3.example.org' })).body).toMatchObject({
    endpoint: 'https://s3.example.org',
    hasSecretKey: false,
  })
})

test('a bucket wants a passphrase, and keeps it', async () => {
  const { passphrase: _none, ...without } = BUCKET
  const refused = { statusCode: 409, body: { code: 'wrong-status', details: [{ path: 'passphrase' }] } }
  expect(await save(without)).toMatchObject(refused)
  expect(await tryOut(without)).toMatchObject(refused)
  await save(BUCKET)
  expect(await save({ passphrase: null })).toMatchObject(refused)
  expect((await get(app, office.cleo, SETTINGS)).body).toMatchObject({ hasPassphrase: true, version: 1 })
  expect(await save({ passphrase: null, target: 'folder' })).toMatchObject({ statusCode: 200 })
})

test.each([
  ['endpoint', 'http://169.254.169.254'],
  ['endpoint', 'http://[::ffff:169.254.169.254]'],
  ['endpoint', 'http://metadata.google.internal'],
  ['endpoint', 'http://s3.example.org'],
  ['endpoint', 'https://key:secret@s3.example.org'],
  ['endpoint', 'https://s3.example.org/bucket'],
  ['endpoint', 'ftp://s3.example.org'],
  ['endpoint', 's3'],
  ['bucket', ''],
  ['bucket', 'No/Bucket'],
  ['region', 'eu.evil.example'],
  ['prefix', '../up'],
  ['prefix', 'a//b'],
  ['accessKeyId', ''],
  ['accessKeyId', 'a b'],
  ['secretKey', null],
  ['secretKey', 'a\nb'],
  ['target', 'tape'],
])('%s %j is refused at its field, for saving and for trying out', async (field, value) => {
  for (const send of [save, tryOut]) {
    expect(await send({ ...BUCKET, [field]: value })).toMatchObject({
      statusCode: 400,
      body: { details: [{ path: field }] },
    })
  }
  expect((await get(app, office.cleo, SETTINGS)).body).toMatchObject({ version: 0, target: 'folder' })
  expect(fake.calls).toEqual([])
})

test('trying out says the bucket’s own answer, and leaves nothing', async () => {
  expect(await tryOut(BUCKET)).toMatchObject({
    statusCode: 200,
    body: { failure: null, where: 's3://safe/office/daily', answer: '' },
  })
  expect((await tryOut({ ...BUCKET, bucket: 'other' })).body).toMatchObject({ failure: 'missing' })
  expect((await tryOut({ ...BUCKET, accessKeyId: 'OTHER' })).body).toMatchObject({ failure: 'refused' })
  expect((await tryOut({ ...BUCKET, endpoint: 'http://127.0.0.1:9' })).body).toMatchObject({
    failure: 'unavailable',
    answer: 'ECONNREFUSED',
  })
  fake.fault = ({ name }) =>
    name === 'PUT part' ? { status: 403, code: 'AccessDenied', message: 'Read only' } : undefined
  expect((await tryOut(BUCKET)).body).toMatchObject({ failure: 'refused', answer: '403 AccessDenied: Read only' })
  fake.fault = () => undefined
  fake.keep = () => Buffer.from('something else')
  expect((await tryOut(BUCKET)).body).toMatchObject({ failure: 'altered' })
  expect([fake.objects.size, fake.uploads.size]).toEqual([0, 0])
  expect((await tryOut({ target: 'folder' })).body).toMatchObject({ failure: null })
  // Nothing of it was saved, and it is in the log.
  expect((await get(app, office.cleo, SETTINGS)).body).toMatchObject({ version: 0, hasSecretKey: false })
  const last = await db.read
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(last).toMatchObject({ action: 'settings.backup-tested', actor_id: office.cleo.id })
  expect((await post(app, office.ada, `${SETTINGS}/test`, BUCKET)).statusCode).toBe(403)
})

test('each backup is read and deleted where it lies, also after the target was switched', async () => {
  await save(BUCKET)
  const [inBucket, inFolder] = [
    await buildBackup(office.services, { place: placeNow }),
    await buildBackup(office.services),
  ]
  fake.objects.set(keyOf(inBucket), { body: Buffer.from('from the bucket'), at: new Date() })
  await save({ target: 'folder' })
  const { backups } = (await get(app, office.cleo, '/api/backups')).body
  expect(backups.map(({ bucket }: { bucket: string | null }) => bucket).toSorted()).toEqual([null, 's3://safe/office'])
  const content = (id: string) => get(app, office.cleo, `/api/backups/${id}/content`)
  const read = await content(inBucket)
  expect(read).toMatchObject({ statusCode: 200, body: 'from the bucket', headers: { 'content-length': '15' } })
  expect((await content(inFolder)).body).toBe('file')
  expect((await get(app, office.ada, `/api/backups/${inBucket}/content`)).statusCode).toBe(403)
  expect((await del(app, office.cleo, `/api/backups/${inBucket}`)).statusCode).toBe(204)
  expect(fake.objects.size).toBe(0)
})

test('a bucket that refuses leaves a backup listed, and one that lost its object has no file', async () => {
  await save(BUCKET)
  const id = await buildBackup(office.services, { place: placeNow })
  fake.fault = () => ({ status: 403, code: 'AccessDenied' })
  for (const answer of [
    await get(app, office.cleo, `/api/backups/${id}/content`),
    await del(app, office.cleo, `/api/backups/${id}`),
  ])
    expect(answer).toMatchObject({
      statusCode: 503,
      body: { code: 'unavailable', error: expect.stringMatching(/AccessDenied/) },
    })
  expect((await get(app, office.cleo, '/api/backups')).body.total).toBe(1)
  fake.fault = () => undefined
  expect(await get(app, office.cleo, `/api/backups/${id}/content`)).toMatchObject({ statusCode: 409 })
  expect((await del(app, office.cleo, `/api/backups/${id}`)).statusCode).toBe(204)
})
