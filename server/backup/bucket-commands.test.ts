import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/open.ts'
import { startFakeBucket } from '../testing/fake-bucket.ts'

const top = mkdtempSync(join(tmpdir(), 'rfd-backup-bucket-'))
const dataDir = join(top, 'office')
const { fake, settings, stop } = await startFakeBucket()
beforeAll(async () => (await openDatabase({ dataDir })).close())
beforeEach(() => fake.reset())
afterAll(async () => {
  rmSync(top, { recursive: true, force: true })
  await stop()
})

const ENVIRONMENT = {
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  SECRET_KEY: '8f1c7e5b2a94d0636b1fd8c4e27a9053',
  // Deriving a key from a passphrase takes seconds.
  BACKUP_PASSPHRASE: '',
  BACKUP_S3_ENDPOINT: settings.endpoint,
  BACKUP_S3_ACCESS_KEY_ID: 'KEY',
  BACKUP_S3_SECRET_ACCESS_KEY: 'SECRET',
}
const PROVEN = 'Proven: 0 requests, 0 documents, 0 audit entries.'

/** Not in this process, which answers as the bucket meanwhile. */
function run(words: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, ...ENVIRONMENT, ...environment }
  const main = join(import.meta.dirname, '..', 'backup-command.ts')
  return new Promise<{ status: unknown; last: string | undefined; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, ...words], { env }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, last: stdout.trimEnd().split('\n').at(-1), stderr: stderr.trimEnd() }),
    )
  })
}

test('a backup is made in a bucket, proven by what lies there, verified and restored from it', async () => {
  expect(await run(['backup', 's3://safe/daily/a.rfd'])).toEqual({ status: 0, last: PROVEN, stderr: '' })
  expect([...fake.objects.keys()]).toEqual(['daily/a.rfd'])
  expect(await run(['verify', 's3://safe/daily/a.rfd'])).toEqual({ status: 0, last: PROVEN, stderr: '' })
  const there = { DATA_DIR: join(top, 'there') }
  const restored = await run(['restore', 's3://safe/daily/a.rfd'], there)
  expect(restored).toEqual({ status: 0, last: PROVEN.replace('Proven', 'Restored'), stderr: '' })
  expect(await run(['backup', 's3://safe/daily/a.rfd'])).toMatchObject({
    status: 1,
    stderr: 's3://safe/daily/a.rfd exists already. Choose another name.',
  })
})

test('what the bucket has kept differently is not proven', async () => {
  fake.keep = (body) => Buffer.concat([body.subarray(0, -1), Buffer.from([body.at(-1)! ^ 1])])
  expect(await run(['backup', 's3://safe/a.rfd'])).toMatchObject({ status: 1 })
  fake.keep = (body) => Buffer.concat([body, Buffer.from('x')])
  expect(await run(['backup', 's3://safe/b.rfd'])).toMatchObject({ status: 1 })
})

test('a bucket that cannot be used is named, with its answer', async () => {
  const missing = await run(['verify', 's3://safe/none.rfd'])
  expect(missing).toMatchObject({ status: 2, stderr: 's3://safe/none.rfd is not there.' })
  const other = await run(['backup', 's3://safe/a.rfd'], { BACKUP_S3_ACCESS_KEY_ID: 'OTHER' })
  expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('may not be read or written') })
  const elsewhere = await run(['backup', 's3://other/a.rfd'])
  expect(elsewhere).toMatchObject({ status: 1, stderr: expect.stringContaining('NoSuchBucket') })
  for (const [words, sentence] of [
    ['s3://safe/', 'names no file'],
    ['s3://Safe/a', 'must be the name of a bucket'],
  ] as const)
    expect(await run(['backup', words])).toMatchObject({ status: 2, stderr: expect.stringContaining(sentence) })
  const nowhere = await run(['backup', 's3://safe/a.rfd'], { BACKUP_S3_ENDPOINT: 'http://169.254.169.254' })
  expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining('link-local') })
  expect([fake.objects.size, fake.uploads.size]).toEqual([0, 0])
})

test('a bucket that refuses in the middle of a proof fails, and is not called damaged', async () => {
  expect((await run(['backup', 's3://safe/a.rfd'])).status).toBe(0)
  fake.fault = ({ name }) => (name === 'GET object' ? { status: 403, code: 'AccessDenied' } : undefined)
  expect(await run(['verify', 's3://safe/a.rfd'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^s3:\/\/safe may not be read.*AccessDenied/),
  })
  writeFileSync(join(top, 'plain.rfd'), 'x')
  expect(await run(['verify', join(top, 'plain.rfd')])).toMatchObject({ stderr: expect.stringContaining('is damaged') })
})
