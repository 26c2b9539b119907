import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fault, startFakeBucket } from '../../testing/fake-bucket.ts'
import { BucketTarget } from './bucket-target.ts'
import { FolderTarget } from './folder-target.ts'
import type { Target } from './target.ts'

const folder = mkdtempSync(join(tmpdir(), 'rfd-target-'))
const { fake, settings, stop } = await startFakeBucket()
const limits = { answerTimeoutMs: 200, uploadTimeoutMs: 200, attempts: 2, pauseMs: 1, partBytes: 100_000 }
const bucketAt = (prefix: string, other = {}) => new BucketTarget({ ...settings, prefix, ...other }, { limits })
const bucket = bucketAt('office/daily')
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await stop()
})
beforeEach(() => fake.reset())

const streamOf = (...chunks: (string | Buffer)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const bytesAt = async (target: Target, name: string) => buffer((await target.read(name)).content)
async function namesIn(target: Target, prefix?: string) {
  const names: string[] = []
  for await (const { name } of target.list(prefix)) names.push(name)
  return names.toSorted()
}
const breaking = (before: Buffer) =>
  Readable.from(
    (async function* () {
      yield before
      await Promise.resolve()
      throw new Error('The source broke off')
    })(),
  )

describe.each<[string, Target]>([
  ['a folder', new FolderTarget(folder)],
  ['a bucket', bucket],
  ['a bucket without a prefix', bucketAt('')],
])('%s', (_name, target) => {
  test('returns what was put, of any length', async () => {
    const large = Buffer.alloc(250_001, 'tariff ')
    await target.put('large.rfd', streamOf(large.subarray(0, 70_000), large.subarray(70_000)))
    await target.put('empty.rfd', streamOf())
    expect((await bytesAt(target, 'large.rfd')).equals(large)).toBe(true)
    const { size, content } = await target.read('large.rfd')
    content.destroy()
    expect(size).toBe(large.length)
    expect(await bytesAt(target, 'empty.rfd')).toHaveLength(0)
    await target.remove('large.rfd')
    await target.remove('empty.rfd')
  })

  test('lists names with their prefix, size and age, over several pages', async () => {
    for (const name of ['log/1', 'log/2', 'log/3', 'log/4', 'logs', 'b.rfd']) await target.put(name, streamOf(name))
    expect(await namesIn(target, 'log/')).toEqual(['log/1', 'log/2', 'log/3', 'log/4'])
    expect(await namesIn(target)).toEqual(['b.rfd', 'log/1', 'log/2', 'log/3', 'log/4', 'logs'])
    for await (const { size, storedAt } of target.list('b.')) {
      expect(size).toBe(5)
      expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000)
    }
    for (const name of await namesIn(target)) await target.remove(name)
    expect(await namesIn(target)).toEqual([])
  })

  test('overwrites nothing, and finds nothing that is not there', async () => {
    await target.put('one', streamOf('first'))
    await expect(target.put('one', streamOf('second'))).rejects.toMatchObject({ code: 'taken' })
    expect(String(await bytesAt(target, 'one'))).toBe('first')
    await target.remove('one')
    await target.remove('one')
    await expect(target.read('one')).rejects.toMatchObject({ code: 'gone' })
  })

  test('leaves nothing of a stream that breaks off', async () => {
    await expect(target.put('half', breaking(Buffer.alloc(150_000)))).rejects.toThrow('The source broke off')
    await expect(target.read('half')).rejects.toMatchObject({ code: 'gone' })
    expect(await namesIn(target)).toEqual([])
    expect(fake.uploads.size).toBe(0)
    expect(readdirSync(folder).filter((name) => name.includes('half'))).toEqual([])
  })

  test.each(['../up', '/etc/passwd', 'a//b', 'a/./b', '', 'a\0'])(
    'takes no name that leads elsewhere: %j',
    async (name) => {
      await expect(target.put(name, streamOf('x'))).rejects.toThrow('is no name')
      await expect(target.read(name)).rejects.toThrow('is no name')
      await expect(target.remove(name)).rejects.toThrow('is no name')
    },
  )
})

test('a folder that is missing is not made, and files are the server’s alone', async () => {
  const target = new FolderTarget(join(folder, 'unmounted'))
  await expect(target.put('a', streamOf('x'))).rejects.toMatchObject({ code: 'missing' })
  await expect(target.put('a/b', streamOf('x'))).rejects.toMatchObject({ code: 'missing' })
  expect(await namesIn(target)).toEqual([])
  await new FolderTarget(folder).put('mine', streamOf('x'))
  expect(statSync(join(folder, 'mine')).mode & 0o777).toBe(0o600)
})

const CUT: Fault = 'cut'
const REFUSED: Fault = { status: 403, code: 'AccessDenied', message: 'Not with this key' }
const BUSY: Fault = { status: 503, code: 'SlowDown' }
const FULL: Fault = { status: 507, code: 'XMinioStorageFull' }

test.each<[string, string, Fault, string]>([
  ['refuses the key', 'POST uploads', REFUSED, 'refused'],
  ['refuses in the middle', 'PUT part', REFUSED, 'refused'],
  ['is full in the middle', 'PUT part', FULL, 'full'],
  ['fails in the middle', 'PUT part', BUSY, 'unavailable'],
  ['breaks off in the middle', 'PUT part', 'break', 'unavailable'],
  ['stands still in the middle', 'PUT part', 'hang', 'unavailable'],
  ['fails at the end', 'POST complete', { status: 500, code: 'InternalError' }, 'unavailable'],
])('of an upload to a bucket that %s nothing is left', async (_name, call, fault, code) => {
  let met = 0
  // The first part arrives.
  fake.fault = ({ name, query }) => (name === call && query.get('partNumber') !== '1' && ++met > 0 ? fault : undefined)
  await expect(bucket.put('a.rfd', streamOf(Buffer.alloc(250_000)))).rejects.toMatchObject({ code })
  expect(met).toBe(code === 'unavailable' ? limits.attempts : 1)
  expect([fake.objects.size, fake.uploads.size]).toEqual([0, 0])
  fake.fault = () => undefined
  await bucket.put('a.rfd', streamOf('again'))
  expect(String(await bytesAt(bucket, 'a.rfd'))).toBe('again')
})

test('what a killed upload has left is removed with its name, and nobody else’s', async () => {
  fake.uploads.set('old', { key: 'office/daily/a.rfd', parts: new Map() })
  fake.uploads.set('other', { key: 'office/daily/a.rfd2', parts: new Map() })
  await bucket.remove('a.rfd')
  expect([...fake.uploads.keys()]).toEqual(['other'])
})

test('a lost answer at the end of an upload is no failure', async () => {
  fake.fault = ({ name, query }) => {
    if (name !== 'POST complete') return undefined
    const { key, parts } = fake.uploads.get(query.get('uploadId')!) ?? {}
    if (key) fake.objects.set(key, { body: Buffer.concat([...parts!.values()]), at: new Date() })
    fake.uploads.clear()
    return 'break'
  }
  await bucket.put('a.rfd', streamOf('kept'))
  fake.fault = () => undefined
  expect(String(await bytesAt(bucket, 'a.rfd'))).toBe('kept')
})

test.each<[string, Fault]>([
  ['cut off', CUT],
  ['broken off', 'break'],
  ['late', 'hang'],
  ['refused for now', BUSY],
])('an answer that is %s is fetched again, a bounded number of times', async (_name, fault) => {
  await bucket.put('a.rfd', streamOf('whole'))
  let left = 1
  fake.fault = ({ name }) => (name === 'GET object' && left-- > 0 ? fault : undefined)
  expect(String(await bytesAt(bucket, 'a.rfd'))).toBe('whole')
  fake.fault = ({ name }) => (name === 'GET object' ? fault : undefined)
  await expect(bytesAt(bucket, 'a.rfd')).rejects.toMatchObject({ code: 'unavailable' })
})

test('a wrong key, a missing bucket and a server that is gone say what the matter is', async () => {
  const stranger = bucketAt('', { credentials: { accessKeyId: 'OTHER', secretAccessKey: 'x' } })
  await expect(namesIn(stranger)).rejects.toMatchObject({
    code: 'refused',
    answer: expect.stringContaining('InvalidAccessKeyId'),
  })
  await expect(namesIn(bucketAt('', { bucket: 'other' }))).rejects.toMatchObject({ code: 'missing' })
  const away = bucketAt('', { endpoint: 'http://127.0.0.1:1' })
  await expect(namesIn(away)).rejects.toMatchObject({ code: 'unavailable', answer: 'ECONNREFUSED' })
})
