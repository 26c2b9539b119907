import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import Database from 'better-sqlite3'
import { afterAll, expect, test, vi } from 'vitest'
import { chainKeyFrom } from '../../audit/chain.ts'
import { seal } from '../../platform/outgoing/seal.ts'
import { BACKUP_KEY, buildPlaces, fillOffice } from '../../testing/backup-offices.ts'
import { capturingFrom, openCapturing } from '../../testing/capturing-office.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { startFakeBucket } from '../../testing/fake-bucket.ts'
import { sealSecretKey } from '../places.ts'
import { BucketTarget } from '../targets/bucket-target.ts'
import { FolderTarget } from '../targets/folder-target.ts'
import type { Target } from '../targets/target.ts'
import { listChains, listFiles } from './names.ts'
import { Objects } from './objects.ts'
import { replay } from './replay.ts'

const { top, place, removeAll } = buildPlaces('rfd-shipper-')
const { fake, settings, stop } = await startFakeBucket()
afterAll(async () => {
  await stop()
  await removeAll()
})
const onSqlite = test.runIf(TEST_ENGINE === 'sqlite')
const PATIENT = { timeout: 300_000, interval: 10 }
const DAY_MS = 86_400_000

const secretKey = Buffer.from(BACKUP_KEY)
const { endpoint } = settings
const sealedSecretKey = sealSecretKey({ secretKey }, endpoint, 'SECRET')
const IN_BUCKET = {
  target: 'bucket',
  endpoint,
  bucket: 'safe',
  prefix: '',
  accessKeyId: 'KEY',
  sealedSecretKey,
} as const
const bucket = () => new BucketTarget({ ...settings, prefix: '' })
const folderOf = ({ DATA_DIR }: { DATA_DIR: string }) => new FolderTarget(join(DATA_DIR, 'backups'))
const QUICK = { retryMs: 20, bucket: { uploadTimeoutMs: 200, attempts: 1, pauseMs: 1 } }

type Office = Awaited<ReturnType<typeof openCapturing>>

async function office(options: Parameters<typeof openCapturing>[1] = {}, opened = capturingFrom) {
  const where = await place('sqlite')
  await fillOffice(where)
  return { where, ...(await opened(where, options)) }
}

let written = 0
/** Writes a row that takes so many bytes. @returns a moment right after it, at which it is there */
async function write({ db }: Pick<Office, 'db'>, bytes = 10): Promise<Date> {
  const row = { key: `row-${++written}`, value: randomBytes(bytes / 2).toString('hex'), updated_at: '' }
  await db.write((tx) => tx.insertInto('settings').values(row).execute())
  const moment = new Date()
  await pause(3)
  return moment
}

/** The numbers of the rows that are there at a moment, rebuilt from what lies at a place. */
async function rowsAt(target: Target, until: Date, objects = new Objects(target, [])): Promise<number[]> {
  const file = join(top, `${randomUUID()}.sqlite`)
  const query = { until: until.getTime(), file, keyId: chainKeyFrom(secretKey).id }
  await replay(await listChains(target), objects, query)
  const raw = new Database(file, { readonly: true })
  const keysOf = raw.prepare<[], string>(`select key from settings where key like 'row-%'`).pluck().all()
  raw.close()
  rmSync(file)
  return keysOf.map((key) => Number(key.slice(4))).toSorted((a, b) => a - b)
}

/** Waits until nothing waits in the data folder. */
async function shipped({ db }: Pick<Office, 'db'>): Promise<void> {
  await db.capture!.cut()
  await vi.waitFor(() => expect(waiting(db.capture!.folder)).toEqual([]), PATIENT)
}
const waiting = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\/\d{12}-/.test(name))

/** What was told to those who manage backups, and stands in the audit log. */
async function told({ db }: Pick<Office, 'db'>) {
  const entries = db.read.selectFrom('audit_log').select('details').where('action', '=', 'backup.failed').execute()
  const notices = db.read.selectFrom('notices').selectAll().where('code', '=', 'backup-failed').execute()
  return { codes: (await entries).map(({ details }) => JSON.parse(details).code as string), notices: await notices }
}

onSqlite('while the bucket fails people go on writing, are told, and nothing is missing once it answers', async () => {
  fake.reset()
  const open = await office({ change: IN_BUCKET, limits: { ...QUICK, tellAfterMs: 300 }, onError: () => {} })
  const moments: [number, Date][] = []
  const note = async () => moments.push([written + 1, await write(open)])
  const first = written + 1
  for (const fault of ['hang', 'break', { status: 503, code: 'SlowDown' }] as const) {
    const known = (await told(open)).codes.length
    await note()
    fake.fault = ({ name }) => (name === 'PUT part' ? fault : undefined)
    await note()
    await open.db.capture!.cut()
    await open.shows(({ problem }) => expect(problem).toMatchObject({ code: 'place-failed' }))
    await note()
    await vi.waitFor(async () => expect((await told(open)).codes.length).toBeGreaterThan(known), PATIENT)
    fake.fault = () => undefined
    await shipped(open)
    await open.shows(({ problem }) => expect(problem).toBeNull())
  }
  const { codes, notices } = await told(open)
  expect(new Set(codes)).toEqual(new Set(['place-failed']))
  expect(notices.length).toBeGreaterThan(0)
  await open.close()
  for (const [row, moment] of moments)
    expect(await rowsAt(bucket(), moment)).toEqual(Array.from({ length: row - first + 1 }, (_, i) => first + i))
})

onSqlite('a bucket that never answers is told of before its first call has failed', async () => {
  fake.reset()
  const patient = { retryMs: 20, tellAfterMs: 300, bucket: { uploadTimeoutMs: 600_000 } }
  const open = await office({ change: IN_BUCKET, limits: patient, onError: () => {} })
  fake.fault = ({ name }) => (name === 'PUT part' ? 'hang' : undefined)
  await write(open)
  await open.db.capture!.cut()
  await open.shows(({ problem }) => expect(problem).toMatchObject({ code: 'place-failed' }))
  await vi.waitFor(async () => expect((await told(open)).codes).toContain('place-failed'), PATIENT)
  await open.shipper.close(10)
  await open.db.close()
})

onSqlite(
  'what waits for a bucket is bounded: then the chain ends, people are told once, and a new one begins later',
  async () => {
    fake.reset()
    const most = 100_000
    const limits = { ...QUICK, mostWaitingBytes: most }
    const open = await office({ change: IN_BUCKET, limits, onError: () => {} })
    const { capture } = open.db
    fake.fault = ({ name }) => (name === 'PUT part' ? 'break' : undefined)
    const before = await write(open)
    const rows = [written]
    for (let i = 0; capture!.chain; i++) {
      expect(i).toBeLessThan(1000)
      await write(open, 40_000)
      await capture!.cut()
      if (capture!.chain) rows.push(written)
      await pause(40)
    }
    const left = waiting(capture!.folder).length
    const unseen = await write(open, 400_000)
    await pause(100)
    // Nothing is captured meanwhile, so that the disk does not fill up.
    expect(capture!.chain).toBeUndefined()
    expect(waiting(capture!.folder)).toHaveLength(left)
    expect((await told(open)).codes).toEqual(['place-failed'])
    fake.fault = () => undefined
    await vi.waitFor(
      async () => expect((await listChains(bucket())).map(({ bases }) => bases.length)).toEqual([1, 1]),
      PATIENT,
    )
    const after = await write(open)
    await shipped(open)
    await open.close()
    expect(await rowsAt(bucket(), before)).toEqual(rows.slice(0, 1))
    await expect(rowsAt(bucket(), unseen)).rejects.toThrow('nothing was captured then. The latest moment before is')
    expect(await rowsAt(bucket(), after)).toEqual(expect.arrayContaining([...rows, written]))
  },
)

onSqlite('segments are kept as long as the settings say, and the page promises no moment that is gone', async () => {
  let later = 0
  const clock = () => new Date(Date.now() + later)
  const where = await place('sqlite')
  await fillOffice(where)
  const first = await capturingFrom(where, { clock })
  const old = await write(first)
  await shipped(first)
  await first.close()
  // A base and pieces of another log.
  const second = await openCapturing(where, { clock, limits: { baseEveryMs: 0 } })
  await write(second)
  await vi.waitFor(async () => expect((await listChains(folderOf(where)))[0]!.bases.length).toBeGreaterThan(1), PATIENT)
  const before = (await listChains(folderOf(where)))[0]!
  expect(await rowsAt(folderOf(where), old)).toHaveLength(1)
  later = 31 * DAY_MS
  await second.db.write((tx) => tx.deleteFrom('files').execute())
  await write(second)
  await second.shows(({ from }) => expect(Date.parse(from!)).toBeGreaterThan(old.getTime()))
  // That the document is gone was noted with the last base, and it is removed with the next.
  await write(second)
  await vi.waitFor(async () => expect(await listFiles(folderOf(where))).toEqual(new Set()), PATIENT)
  await second.close()
  const end = new Date()
  const [after] = await listChains(folderOf(where))
  expect(after!.pieces[0]!.seq).toBeGreaterThan(before.pieces[0]!.seq)
  expect(after!.bases[0]!.at).toBeGreaterThan(before.bases[0]!.at)
  await expect(rowsAt(folderOf(where), old)).rejects.toThrow('The segments begin later.')
  expect(await rowsAt(folderOf(where), end)).toHaveLength(4)
})

onSqlite(
  'turned off, nothing more is copied, and what was stays for its time; turned on, a new chain begins',
  async () => {
    let later = 0
    const clock = () => new Date(Date.now() + later)
    const open = await office({ clock })
    const target = folderOf(open.where)
    const before = await write(open)
    const rows = [written]
    await shipped(open)
    await open.changeSettings({ pointInTime: false })
    await vi.waitFor(() => expect(open.db.capture!.chain).toBeUndefined(), PATIENT)
    await write(open)
    await open.db.capture!.cut()
    await open.shows((status) => expect(status).toEqual({ isOn: false, from: null, until: null, problem: null }))
    expect(waiting(open.db.capture!.folder)).toEqual([])
    expect(await rowsAt(target, before)).toEqual(rows)
    later = 32 * DAY_MS
    await vi.waitFor(
      async () => expect([await listChains(target), await listFiles(target)]).toEqual([[], new Set()]),
      PATIENT,
    )
    await open.changeSettings({ pointInTime: true })
    await open.shows(({ from }) => expect(from).not.toBeNull())
    const after = await write(open)
    await shipped(open)
    await open.close()
    expect(await rowsAt(target, after)).toHaveLength(3)
    expect(await listFiles(target)).toEqual(new Set(['documents/one']))
  },
)

onSqlite(
  'at another place a new chain begins with every document, and each place restores its own moments',
  async () => {
    fake.reset()
    const open = await office({ onError: () => {} })
    const here = await write(open)
    const rows = [written]
    await shipped(open)
    await open.changeSettings(IN_BUCKET)
    await vi.waitFor(async () => expect((await listChains(bucket()))[0]?.bases).toHaveLength(1), PATIENT)
    const there = await write(open)
    await shipped(open)
    await open.close()
    expect(await rowsAt(folderOf(open.where), here)).toEqual(rows)
    expect(await rowsAt(bucket(), there)).toEqual([...rows, written])
    expect(await listFiles(bucket())).toEqual(new Set(['documents/one']))
  },
)

onSqlite(
  'after a change of passphrase or recipient each segment opens with its own key, and a missing one is said',
  async () => {
    const [one, two] = ['the first passphrase of all', 'the second passphrase of all'].map((passphrase) => ({
      passphrase,
      sealedPassphrase: seal(secretKey, passphrase, 'backup passphrase'),
    })) as [{ passphrase: string; sealedPassphrase: string }, { passphrase: string; sealedPassphrase: string }]
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    const open = await office({ change: { sealedPassphrase: one.sealedPassphrase } })
    const target = folderOf(open.where)
    const moments = [await write(open)]
    const rows = [written]
    await shipped(open)
    for (const change of [{ sealedPassphrase: two.sealedPassphrase }, { sealedPassphrase: null, recipient }]) {
      await open.changeSettings(change)
      moments.push(await write(open))
      rows.push(written)
      await shipped(open)
    }
    await open.close()
    const passphrase = { passphrase: two.passphrase }
    const all = new Objects(target, [passphrase, { identity }])
    for (const [i, moment] of moments.entries()) expect(await rowsAt(target, moment, all)).toEqual(rows.slice(0, i + 1))
    const without = new Objects(target, [passphrase])
    expect(await rowsAt(target, moments[1]!, without)).toEqual(rows.slice(0, 2))
    const missing = /^The segment (of|from) 20.*: The segments do not open with this passphrase or identity/
    await expect(rowsAt(target, moments[2]!, without)).rejects.toThrow(missing)
    await expect(rowsAt(target, moments[0]!, new Objects(target, [{ passphrase: one.passphrase }]))).rejects.toThrow(
      missing,
    )
    await expect(rowsAt(target, moments[0]!)).rejects.toThrow('The segments are encrypted. Set BACKUP_PASSPHRASE')
  },
)

onSqlite('a database that cannot be copied is told of, while segments go on', async () => {
  const file = join(top, 'none.sqlite')
  const open = await office({ file, limits: { retryMs: 20, tellAfterMs: 1000 }, onError: () => {} }, openCapturing)
  await open.shows(({ problem }) => expect(problem).toMatchObject({ code: 'not-copied' }))
  await vi.waitFor(async () => expect((await told(open)).codes).toEqual(['not-copied']), PATIENT)
  await write(open)
  await shipped(open)
  await open.close()
})
