import { existsSync, readdirSync, statSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { startBucketServer } from '../../testing/bucket.ts'
import { temporaryFiles } from '../../testing/files.ts'
import { Bucket } from './bucket.ts'
import { WrongSize } from './exact-size.ts'
import { FileMissing, type FileStore } from './file-store.ts'
import { LocalFolder } from './local-folder.ts'

const local = temporaryFiles()
const server = await startBucketServer()
const bucket = new Bucket(server.settings)
afterAll(async () => {
  local.remove()
  await server.stop()
})

const streamOf = (...chunks: (string | Buffer)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const textOf = async (files: FileStore, key: string, range?: { from: number; to: number }) =>
  (await buffer(await files.read(key, range))).toString()
async function keysOf(files: FileStore, prefix?: string) {
  const keys: string[] = []
  for await (const { key } of files.list(prefix)) keys.push(key)
  return keys.toSorted()
}

/** The test's S3 server stores partial uploads of aborted calls; S3 itself and the usual stores do not. */
const keepsHalves = (files: FileStore) => files === bucket

describe.each<[string, FileStore]>([
  ['a local folder', local.files],
  ['a bucket', bucket],
])('%s', (_name, files) => {
  test('returns stored content, whole or in part', async () => {
    await files.put('content/ab/one', streamOf('0123', '456789'), 10)
    expect(await textOf(files, 'content/ab/one')).toBe('0123456789')
    expect(await textOf(files, 'content/ab/one', { from: 3, to: 5 })).toBe('345')
    expect(await textOf(files, 'content/ab/one', { from: 9, to: 9 })).toBe('9')
  })

  test('carries ten megabytes', async () => {
    const content = Buffer.alloc(10 * 1024 * 1024, 'tariff ')
    const chunks = Array.from({ length: 160 }, (_, i) => content.subarray(i * 65_536, (i + 1) * 65_536))
    await files.put('content/large', Readable.from(chunks), content.length)
    expect((await buffer(await files.read('content/large'))).equals(content)).toBe(true)
  })

  test('lists what lies under a prefix, with its size and age', async () => {
    await files.put('incoming/a/0', streamOf('abc'), 3)
    await files.put('incoming/b/0', streamOf('d'), 1)
    await files.put('incoming/b/1', streamOf('e'), 1)
    expect(await keysOf(files, 'incoming/b/')).toEqual(['incoming/b/0', 'incoming/b/1'])
    expect(await keysOf(files, 'incoming/c/')).toEqual([])
    for await (const { size, storedAt } of files.list('incoming/a/')) {
      expect(size).toBe(3)
      expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000)
    }
  })

  test('removes a file, idempotently', async () => {
    await files.put('content/gone', streamOf('x'), 1)
    await files.remove('content/gone')
    await files.remove('content/gone')
    await expect(files.read('content/gone')).rejects.toThrow(FileMissing)
  })

  test.each([
    ['more', streamOf('abc', 'd'), 3],
    ['fewer', streamOf('ab'), 3],
  ])('keeps nothing of a stream with %s bytes than announced', async (_name, content, size) => {
    await expect(files.put('content/wrong', content, size)).rejects.toThrow(WrongSize)
    if (!keepsHalves(files)) await expect(files.read('content/wrong')).rejects.toThrow(FileMissing)
  })

  test('keeps nothing of a stream that breaks off, and says why', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('ab')
        await Promise.resolve()
        throw new Error('The line was cut')
      })(),
    )
    await expect(files.put('content/cut', broken, 4)).rejects.toThrow('The line was cut')
    if (!keepsHalves(files)) await expect(files.read('content/cut')).rejects.toThrow(FileMissing)
    expect(await keysOf(files, 'partial/')).toEqual([])
  })

  test.each(['../../secret-key', '/etc/passwd', 'content/../../x', 'content//x', 'A', 'x\u0000', ''])(
    'takes no key that could lead elsewhere: %j',
    async (key) => {
      await expect(files.put(key, streamOf('x'), 1)).rejects.toThrow('no key')
      await expect(files.read(key)).rejects.toThrow('no key')
      await expect(files.remove(key)).rejects.toThrow('no key')
    },
  )
})

test('only the account of the server may read the folder', async () => {
  await local.files.put('content/cd/mine', streamOf('x'), 1)
  expect(statSync(join(local.folder, 'content/cd/mine')).mode & 0o777).toBe(0o600)
  expect(statSync(join(local.folder, 'content/cd')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(local.folder, 'partial'))).toEqual([])
})

test('the folder of an upload’s pieces goes with the last of them', async () => {
  const folder = join(local.folder, 'incoming/gone')
  await local.files.put('incoming/gone/0', streamOf('a'), 1)
  await local.files.put('incoming/gone/1', streamOf('b'), 1)
  await local.files.remove('incoming/gone/0')
  expect(existsSync(folder)).toBe(true)
  await local.files.remove('incoming/gone/1')
  expect(existsSync(folder)).toBe(false)
  await local.files.put('incoming/gone/2', streamOf('c'), 1)
  expect(await textOf(local.files, 'incoming/gone/2')).toBe('c')
})

test('a failing disk is reported in a sentence, and no partial file is left', async () => {
  // A file in place of the folder makes every write below it fail.
  await local.files.put('content/file', streamOf('x'), 1)
  const files = new LocalFolder(join(local.folder, 'content/file'))
  await expect(files.put('content/x', streamOf('x'), 1)).rejects.toThrow(/cannot be stored or read at the moment/)
})

test('a stream that fails at its beginning creates no file', async () => {
  // A file in place of the folder makes every write below it fail.
  const files = new LocalFolder(join(local.folder, 'content/file'))
  await local.files.put('content/file', streamOf('x'), 1)
  const broken = new Readable({ read: () => broken.destroy(new Error('The line was cut')) })
  await expect(files.put('content/x', broken, 1)).rejects.toThrow('The line was cut')
})

const others: Server[] = []
afterEach(() => {
  for (const one of others.splice(0)) {
    one.closeAllConnections()
    one.close()
  }
})

/** A bucket behind a server with these answers. */
async function bucketAt(listener: RequestListener): Promise<Bucket> {
  const other = createServer(listener)
  others.push(other)
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  return new Bucket({ ...server.settings, endpoint: `http://127.0.0.1:${port}` }, 200)
}

const REFUSAL = '<Error><Code>AccessDenied</Code><Message>No</Message></Error>'
const FULL = '<Error><Code>XMinioStorageFull</Code><Message>No room</Message></Error>'

test.each<[string, RequestListener, RegExp]>([
  ['refuses', (_req, res) => res.writeHead(403, { 'content-type': 'application/xml' }).end(REFUSAL), /at the moment/],
  ['is full', (_req, res) => res.writeHead(507, { 'content-type': 'application/xml' }).end(FULL), /no room left/],
  ['answers nothing', () => undefined, /at the moment/],
  ['breaks off', (req) => req.socket.destroy(), /at the moment/],
  ['says something else', (_req, res) => res.writeHead(500).end('<html>'), /at the moment/],
])('a store that %s is unavailable', async (_name, listener, sentence) => {
  const files = await bucketAt(listener)
  for (const failing of [
    () => files.put('content/x', streamOf('x'), 1),
    () => files.read('content/x'),
    () => files.remove('content/x'),
    () => keysOf(files),
  ]) {
    const error: unknown = await failing().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(sentence) })
  }
})

test('a bucket takes a file as slowly as it comes', async () => {
  const files = new Bucket(server.settings, 200)
  const slow = Readable.from(
    (async function* () {
      for (let i = 0; i < 8; i++) {
        yield Buffer.from('x')
        await pause(60)
      }
    })(),
  )
  await files.put('content/slow', slow, 8)
  expect(await textOf(files, 'content/slow')).toBe('xxxxxxxx')
})

test('a missing store is reported as unavailable', async () => {
  const files = await bucketAt(() => undefined)
  others[0]!.close()
  await expect(files.read('content/x')).rejects.toMatchObject({ code: 'unavailable' })
})
