import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from '../audit/service.ts'
import { verify } from '../audit/verify.ts'
import { claim } from '../platform/jobs/claim.ts'
import { RESTORED } from '../platform/jobs/hold.ts'
import { JobQueue } from '../platform/jobs/queue.ts'
import { queueMail, SEND_MAIL } from '../notices/mail/queue-mail.ts'
import { readStored, writeStored } from '../notices/mail/stored-settings.ts'
import { verifyCounters } from '../requests/counters/rebuild.ts'
import {
  backUpOffice,
  BACKUP_KEY as SECRET_KEY,
  buildPlaces,
  contentOf,
  fillOffice as fill,
  openPlace as open,
  type TestPlace,
} from '../testing/backup-offices.ts'
import { buildRequest } from '../testing/build.ts'
import { TEST_ENGINE } from '../testing/database.ts'
import { fileAt } from './backup-file.ts'
import { NumberNote } from './number-note.ts'
import { prove } from './prove.ts'
import { restore as restoreInto } from './restore.ts'

const clock = () => new Date()
const { top, place, removeAll } = buildPlaces('rfd-backup-')
const backUp = (where: TestPlace, lock?: { recipient: string }) => backUpOffice(where, top, lock)

/** The restored office holds what goes out. */
const isMark = (row: unknown) => (row as { key: string }).key === RESTORED

type Where = TestPlace & { SECRET_KEY?: string }
const restore = (
  path: string,
  key: Parameters<typeof restoreInto>[1],
  { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY: givenKey }: Where,
  options: Parameters<typeof restoreInto>[3],
) => restoreInto(fileAt(path), key, { dataDir, databaseUrl, bucket: undefined, givenKey }, options)

const engines =
  TEST_ENGINE === 'postgres' ? (['postgres', 'sqlite', 'postgres'] as const) : (['sqlite', 'sqlite'] as const)
const options = { replaces: false, keepsKey: false, tell: () => {} }
/** PGlite runs inside this process and cannot be reached by another connection. */
const reachable = test.runIf(TEST_ENGINE !== 'pglite')

let office: TestPlace
beforeAll(async () => {
  if (TEST_ENGINE === 'pglite') return
  office = await place(engines[0])
  await fill(office)
})
afterAll(removeAll)

reachable(
  'an office moves from engine to engine, equal row for row and file for file, with an intact audit log',
  async () => {
    let here = office
    for (const engine of engines.slice(1)) {
      const path = await backUp(here)
      expect(await prove(fileAt(path), undefined, Buffer.from(SECRET_KEY))).toMatchObject({
        doubt: undefined,
        hasSecretKey: false,
      })
      const there = await place(engine)
      await restore(path, undefined, { ...there, SECRET_KEY }, options)
      const [before, after] = [await contentOf(here), await contentOf(there)]
      // The restore is the first entry of the restored office, and moves the head of the log.
      expect(after.rows.audit_log!.at(-1)).toMatchObject({ action: 'backup.restored', actor_id: null })
      for (const one of [before, after]) delete one.rows.audit_head
      after.rows.audit_log!.pop()
      for (const one of [before, after]) one.rows.settings = one.rows.settings!.filter((row) => !isMark(row))
      expect(after).toEqual(before)
      here = there
    }
  },
)

reachable('a restored office goes on: numbers, searches, counters and the chain of its audit log', async () => {
  const there = await place(engines[0])
  await restore(await backUp(office), undefined, { ...there, SECRET_KEY }, options)
  const { db, sealer } = await open(there)
  try {
    const [ada] = await db.read.selectFrom('users').select('id').where('username', '=', 'ada').execute()
    expect((await buildRequest(db, { requesterId: ada!.id })).number).toBe(5)
    expect(await verifyCounters(db.read, 'UTC')).toEqual([])
    await db.write((tx) => record(tx, clock, { actorId: null, action: 'job.retried' }))
    await sealer.sealAll(db)
    expect(await verify(db, { key: sealer.key })).toMatchObject({ intact: true, uncheckedContents: 0, unsealed: 0 })
  } finally {
    await db.close()
  }
})

/** Requests issued in an office after its last backup. */
async function issue(where: TestPlace, count: number): Promise<number> {
  const { db } = await open(where)
  try {
    const [ada] = await db.read.selectFrom('users').select('id').where('username', '=', 'ada').execute()
    let number = 0
    for (let i = 0; i < count; i++) number = (await buildRequest(db, { requesterId: ada!.id })).number
    await new NumberNote({ db, dataDir: where.DATA_DIR, log: { warn: () => {} } }).close()
    return number
  } finally {
    await db.close()
  }
}

reachable('no number is issued again that was issued after the backup, even when the database is gone', async () => {
  const path = await backUp(office)
  const replacing = { ...options, replaces: true }
  const there = await place(engines[0])
  await restore(path, undefined, { ...there, SECRET_KEY }, options)
  expect(await issue(there, 3)).toBe(7)
  await restore(path, undefined, { ...there, SECRET_KEY }, replacing)
  expect(await issue(there, 1)).toBe(8)
  const elsewhere = { ...(await place(engines[0])), DATA_DIR: there.DATA_DIR }
  if (!there.DATABASE_URL) writeFileSync(join(there.DATA_DIR, 'rfd.sqlite'), 'the disk is broken')
  await restore(path, undefined, { ...elsewhere, SECRET_KEY }, replacing)
  expect(await issue(elsewhere, 1)).toBe(9)
})

reachable('mail of the backup waits in the restored office, and its jobs belong to nobody', async () => {
  const where = await place(engines[0])
  await fill(where)
  const { db } = await open(where)
  const now = clock()
  await db.write(async (tx) => {
    await writeStored(
      tx,
      { ...(await readStored(tx)), host: 'smtp.office.example', sender: 'rfd@office.example' },
      now.toISOString(),
    )
    await queueMail(tx, { kind: 'account-link', personId: null, about: {}, now })
    await new JobQueue(clock).add(tx, { kind: 'backup', payload: { id: 'b', task: 'make' } })
    await claim(tx, {
      kinds: [SEND_MAIL, 'backup'],
      now: clock(),
      leaseUntil: new Date(now.getTime() + 60_000),
      limit: 9,
    })
  })
  await db.close()
  const there = await place(engines[0])
  await restore(await backUp(where), undefined, { ...there, SECRET_KEY }, options)
  const { rows } = await contentOf(there)
  expect(rows.mails).toMatchObject([{ state: 'waiting' }])
  expect(rows.jobs).toMatchObject([
    { kind: SEND_MAIL, lease_until: null, finished_at: null },
    { kind: 'backup', lease_until: null, finished_at: expect.anything() },
  ])
  const mark = rows.settings!.find(isMark) as { value: string }
  expect(JSON.parse(mark.value)).toMatchObject({ requests: 4, restoredAt: expect.any(String) })
})

reachable('an encrypted file carries the office’s key, and a place that has none gets it', async () => {
  const [identity, other] = [await generateIdentity(), await generateIdentity()]
  const path = await backUp(office, { recipient: await identityToRecipient(identity) })
  expect(readFileSync(path).includes(SECRET_KEY)).toBe(false)
  const there = await place('sqlite')
  await expect(restore(path, { identity: other }, there, options)).rejects.toThrow('does not open with this passphrase')
  await expect(restore(path, undefined, there, options)).rejects.toThrow('is encrypted')
  await restore(path, { identity }, there, options)
  expect(readFileSync(join(there.DATA_DIR, 'secret-key'), 'utf8')).toBe(SECRET_KEY)
  const keyed = { ...(await place('sqlite')), SECRET_KEY: randomBytes(24).toString('hex') }
  await expect(restore(path, { identity }, keyed, options)).rejects.toThrow('SECRET_KEY is not that of the backup')
})

reachable('without the key a restore says what is lost before it begins', async () => {
  const path = await backUp(office)
  const there = { ...(await place('sqlite')), SECRET_KEY: randomBytes(24).toString('hex') }
  await expect(restore(path, undefined, there, options)).rejects.toThrow(
    'stored passwords of other services cannot be read',
  )
  const lines: string[] = []
  await restore(path, undefined, there, { ...options, keepsKey: true, tell: (line) => lines.push(line) })
  expect(lines).toEqual([
    'The backup is not proven: the audit log could not be checked without its key.',
    expect.stringContaining('stored passwords of other services cannot be read'),
  ])
})

reachable('a place that is not empty is only replaced when asked, and then keeps the former database', async () => {
  const path = await backUp(office)
  const there = await place(engines[0])
  await fill(there)
  await expect(restore(path, undefined, { ...there, SECRET_KEY }, options)).rejects.toThrow('is not empty')
  await restore(path, undefined, { ...there, SECRET_KEY }, { ...options, replaces: true })
  expect((await contentOf(there)).rows.requests).toEqual((await contentOf(office)).rows.requests)
})

reachable('a file that was cut, lengthened or altered anywhere is refused, and the place stays empty', async () => {
  const path = await backUp(office)
  const whole = readFileSync(path)
  const spoilt = join(top, 'spoilt.rfd')
  const there = await place('sqlite')
  const damage = [
    ...Array.from({ length: 12 }, (_, i) => whole.subarray(0, Math.floor((whole.length * i) / 12))),
    whole.subarray(0, whole.length - 1),
    Buffer.concat([whole, Buffer.from('x')]),
    Buffer.concat([whole, whole]),
    ...Array.from({ length: 24 }, (_, i) => {
      const copy = Buffer.from(whole)
      copy[Math.floor((whole.length * (i + 0.5)) / 24)]! ^= 1 << (i % 8)
      return copy
    }),
    Buffer.from('not a backup at all'),
  ]
  for (const bytes of damage) {
    writeFileSync(spoilt, bytes)
    await expect(prove(fileAt(spoilt), undefined, undefined)).rejects.toThrow(/^(is|has|does|goes|unfolds) /)
  }
  await expect(restore(spoilt, undefined, { ...there, SECRET_KEY }, options)).rejects.toThrow(
    'is damaged, or is no backup',
  )
  const left = await contentOf(there).catch((error: Error) => error.message)
  expect(left).toContain('unable to open database file')
})
