import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { Settings } from '../settings/service.ts'
import { emptyTables, openTestDatabase } from '../testing/database.ts'
import { onePage, pdfOf, rawPdf } from '../testing/documents/pdf.ts'
import { jobRunners } from '../testing/jobs.ts'
import { waitingJobs } from '../testing/waiting-jobs.ts'
import { askForText, extractionJobs } from './jobs.ts'

const db = await openTestDatabase()
afterAll(() => db.close())
let now = Date.parse('2026-11-02T08:00:00.000Z')
const { queue, start, jobs, until, allFinished } = waitingJobs(db, () => new Date(now), jobRunners())

beforeEach(() => emptyTables(db))

/** A store whose files can be taken away for a while. */
const stored = new Map<string, Buffer>()
let isDown = false
const files = {
  read(key: string) {
    if (isDown) return Promise.reject(new AppError('unavailable', 'The file store cannot be reached.'))
    return Promise.resolve(Readable.from([stored.get(key)!]))
  },
}
const settings = new Settings({ db, clock: () => new Date(now), demo: false })
const work = () => start(extractionJobs({ db, files, settings }))

async function addFile(content: Buffer): Promise<string> {
  const checksum = createHash('sha256').update(content).digest('hex')
  stored.set(`files/${checksum}`, content)
  const file = {
    checksum,
    store_key: `files/${checksum}`,
    size: content.length,
    type: 'pdf' as const,
    stored_at: new Date(now).toISOString(),
    text_state: 'waiting' as const,
    text_note: null,
    pages: null,
  }
  await db.write(async (tx) => {
    await tx.insertInto('files').values(file).execute()
    await askForText(tx, queue, checksum)
  })
  return checksum
}

const fileOf = (checksum: string) =>
  db.read.selectFrom('files').selectAll().where('checksum', '=', checksum).executeTakeFirstOrThrow()
const textsOf = async (checksum: string) => {
  const rows = await db.read
    .selectFrom('file_pages')
    .selectAll()
    .where('checksum', '=', checksum)
    .orderBy('page')
    .execute()
  return rows.map(({ text }) => text)
}

test('a document is read in the background', async () => {
  const checksum = await addFile(await pdfOf((pdf) => pdf.text('first page').addPage().text('second page')))
  work()
  await allFinished(1)
  expect(await fileOf(checksum)).toMatchObject({ text_state: 'ready', text_note: null, pages: 2 })
  expect(await textsOf(checksum)).toEqual(['first page', 'second page'])
})

test('a document that cannot be read says why, and is no dead letter', async () => {
  const checksum = await addFile(Buffer.from('%PDF-1.7 nothing of the kind'))
  work()
  await allFinished(1)
  expect(await fileOf(checksum)).toMatchObject({
    text_state: 'failed',
    text_note: 'This document is damaged and cannot be read.',
  })
  expect((await jobs())[0]).toMatchObject({ dead_at: null, attempts: 1 })
})

test('while the store is down nothing is lost, and the document is read afterwards', async () => {
  isDown = true
  const checksum = await addFile(rawPdf(onePage('late')))
  work()
  await until(async () => expect((await jobs())[0]).toMatchObject({ attempts: 1, lease_until: null }))
  expect(await fileOf(checksum)).toMatchObject({ text_state: 'waiting' })
  isDown = false
  now += 60_000
  await allFinished(1)
  expect(await textsOf(checksum)).toEqual(['late'])
})

test('what an interrupted run has stored does not survive the next one', async () => {
  const checksum = await addFile(rawPdf(onePage('whole')))
  const halves = [1, 2, 3].map((page) => ({ checksum, page, text: 'half' }))
  await db.write((tx) => tx.insertInto('file_pages').values(halves).execute())
  work()
  await allFinished(1)
  expect(await textsOf(checksum)).toEqual(['whole'])
})

test('a file that was removed meanwhile is no failure', async () => {
  const checksum = await addFile(rawPdf(onePage('gone')))
  await db.write((tx) => tx.deleteFrom('files').where('checksum', '=', checksum).execute())
  work()
  await allFinished(1)
})

test('a runner that is stopped leaves the document to the next one', async () => {
  const checksum = await addFile(await pdfOf((pdf) => pdf.text('long')))
  const first = work()
  await until(async () => expect((await jobs())[0]).toMatchObject({ attempts: 1 }))
  await first.stop()
  work()
  await allFinished(1)
  expect(await textsOf(checksum)).toEqual(['long'])
})
