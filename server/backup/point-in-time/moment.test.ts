import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, test } from 'vitest'
import { record } from '../../audit/service.ts'
import { verify } from '../../audit/verify.ts'
import { seal } from '../../platform/outgoing/seal.ts'
import {
  backUpOffice,
  BACKUP_KEY,
  buildPlaces,
  contentOf,
  fillOffice,
  openPlace,
} from '../../testing/backup-offices.ts'
import { buildRequest } from '../../testing/build.ts'
import { capturingFrom } from '../../testing/capturing-office.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { startFakeBucket } from '../../testing/fake-bucket.ts'
import { fileAt } from '../backup-file.ts'
import { openPlace as targetOf, placeOf, sealSecretKey } from '../places.ts'
import { restore as restoreInto } from '../restore.ts'
import { readStored } from '../stored-settings.ts'

const clock = () => new Date()
const { top, place, removeAll } = buildPlaces('rfd-moment-')
afterAll(removeAll)
const onSqlite = test.runIf(TEST_ENGINE === 'sqlite')
const PASSPHRASE = 'seven small words of a passphrase'
const FORMER = 'eight small words of a former one'

const secretKey = Buffer.from(BACKUP_KEY)
const sealedPassphrase = seal(secretKey, PASSPHRASE, 'backup passphrase')

/** A moment that lies between what was committed before and what follows. */
async function passingMoment(): Promise<Date> {
  await pause(5)
  const moment = clock()
  await pause(5)
  return moment
}

function restore(words: string[], environment: Record<string, string>) {
  const env = { ...process.env, DATABASE_URL: '', SECRET_KEY: '', BACKUP_PASSPHRASE: PASSPHRASE, ...environment }
  const main = join(import.meta.dirname, '..', '..', 'backup-command.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'restore', ...words], { env, encoding: 'utf8' })
  return { status, lines: stdout.trimEnd().split('\n'), stderr: stderr.trimEnd() }
}

async function storeDocument({ db, files }: Awaited<ReturnType<typeof capturingFrom>>): Promise<Buffer> {
  const content = randomBytes(50_000)
  await files.put('documents/two', Readable.from([content]), content.length)
  const checksum = createHash('sha256').update(content).digest('hex')
  const about = { size: content.length, type: 'pdf', stored_at: clock().toISOString(), text_state: 'ready' } as const
  await db.write((tx) =>
    tx
      .insertInto('files')
      .values({ checksum, store_key: 'documents/two', text_note: null, pages: null, ...about })
      .execute(),
  )
  return content
}

onSqlite('a chosen second of a lost machine comes back, with documents that are younger than the backup', async () => {
  const where = await place('sqlite')
  await fillOffice(where)
  // The passphrase was changed since.
  const backup = await backUpOffice(where, top, { passphrase: FORMER })
  const office = await capturingFrom(where, { change: { sealedPassphrase } })
  const { db } = office
  const { id: requesterId } = await db.read.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await buildRequest(db, { requesterId, title: 'written before' })
  const content = await storeDocument(office)
  await db.write((tx) => record(tx, clock, { actorId: requesterId, action: 'settings.email-changed' }))
  const moment = await passingMoment()
  await buildRequest(db, { requesterId, title: 'written after' })
  // Content is removed hours after its row; by then it was copied.
  await expect
    .poll(async () => (await office.shipper.status()).until)
    .toSatisfy((until: string) => until > moment.toISOString())
  await db.write((tx) => tx.deleteFrom('files').where('store_key', '=', 'documents/two').execute())
  await office.files.remove('documents/two')
  await office.close()
  const segments = join(where.DATA_DIR, 'backups')
  const texts = readdirSync(segments, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  expect(texts.every((text) => text.subarray(0, 3).toString() === 'age' || text.length === 0)).toBe(true)

  const there = await place('sqlite')
  const words = [backup, '--until', moment.toISOString(), '--segments', segments]
  const keys = { BACKUP_PASSPHRASE: FORMER, SEGMENTS_PASSPHRASE: PASSPHRASE }
  const restored = restore(words, { DATA_DIR: there.DATA_DIR, ...keys })
  expect(restored).toMatchObject({ status: 0, stderr: '' })
  expect(restored.lines[0]).toMatch(/^As of 20.*Z, the last change until 20.*Z\.$/)
  expect(restored.lines.at(-1)).toMatch(/^Restored: 5 requests, 0 documents, \d+ audit entries\.$/)
  const { rows, files } = await contentOf(there)
  const titles = (rows.requests as { title: string }[]).map(({ title }) => title)
  expect(titles).toContain('written before')
  expect(titles).not.toContain('written after')
  expect(files['documents/two']).toBe(content.toString())
  expect(rows.audit_log!.at(-1)).toMatchObject({ action: 'backup.restored' })
  const again = await openPlace(there)
  expect(await verify(again.db, { key: again.sealer.key })).toMatchObject({ intact: true })
  expect(await again.db.read.selectFrom('sessions').selectAll().execute()).toEqual([])
  // The restored office is not the end of that chain.
  expect(again.db.capture).toMatchObject({ chain: undefined })
  await again.db.close()
})

onSqlite('what cannot be restored is refused with its reason, and the place stays empty', async () => {
  const where = await place('sqlite')
  await fillOffice(where)
  const backup = await backUpOffice(where, top)
  const office = await capturingFrom(where)
  await office.close()
  const segments = join(where.DATA_DIR, 'backups')
  const there = await place('sqlite')
  const to = { DATA_DIR: there.DATA_DIR, SECRET_KEY: BACKUP_KEY }
  const now = clock().toISOString()
  expect(restore([backup, '--until', now], to)).toMatchObject({
    status: 2,
    stderr: '--until and --segments belong together.',
  })
  expect(restore([backup, '--until', 'yesterday', '--segments', segments], to)).toMatchObject({ status: 2 })
  expect(restore([backup, '--until', now, '--segments', top], to)).toMatchObject({
    status: 1,
    stderr: 'There are no complete segments here. Name the folder or bucket that the settings show.',
  })
  expect(restore([backup, '--until', '2020-01-01T00:00:00Z', '--segments', segments], to)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The segments begin later. The earliest moment that they reach is 20'),
  })
  const postgres = { ...to, DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  expect(restore([backup, '--until', now, '--segments', segments], postgres)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^Segments restore into SQLite\. Leave out DATABASE_URL/),
  })
  rmSync(join(segments, 'point-in-time'), { recursive: true })
  expect(readdirSync(there.DATA_DIR).filter((name) => name.startsWith('rfd'))).toEqual([])
})

onSqlite('segments go to a bucket, too, and the recipient of the backups restores from it', async () => {
  const { fake, settings, stop } = await startFakeBucket()
  const where = await place('sqlite')
  await fillOffice(where)
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const backup = await backUpOffice(where, top, { recipient })
  const { endpoint } = settings
  const sealedSecretKey = sealSecretKey({ secretKey }, endpoint, 'SECRET')
  const bucket = { target: 'bucket', endpoint, bucket: 'safe', prefix: 'office', accessKeyId: 'KEY' } as const
  const office = await capturingFrom(where, { change: { ...bucket, recipient, sealedSecretKey } })
  const { id: requesterId } = await office.db.read.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await buildRequest(office.db, { requesterId, title: 'written before' })
  const moment = await passingMoment()
  await buildRequest(office.db, { requesterId, title: 'written after' })
  const stored = await readStored(office.db.read)
  await office.close()
  expect([...fake.objects.keys()].some((key) => key.includes('office/point-in-time/chains/000001-'))).toBe(true)
  const segments = targetOf({ dataDir: where.DATA_DIR, databaseUrl: undefined, secretKey }, stored, placeOf(stored))
  const there = await place('sqlite')
  const to = { dataDir: there.DATA_DIR, databaseUrl: undefined, bucket: undefined, givenKey: undefined }
  const options = {
    replaces: false,
    keepsKey: false,
    tell: () => {},
    moment: { until: moment, segments, keys: [{ identity }] },
  }
  await restoreInto(fileAt(backup), { identity }, to, options)
  const titles = ((await contentOf(there)).rows.requests as { title: string }[]).map(({ title }) => title)
  expect(titles).toContain('written before')
  expect(titles).not.toContain('written after')
  await stop()
})
