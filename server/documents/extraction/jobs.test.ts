import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { Settings } from '../../settings/service.ts'
import { buildPerson, buildRequest } from '../../testing/build.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import { onePage, pdfOf, rawPdf } from '../../testing/documents/pdf.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { waitingJobs } from '../../testing/waiting-jobs.ts'
import { storedNotes } from './notes.ts'
import { enqueueExtraction, EXTRACTION_CONCURRENCY, EXTRACTION_ONE_PER_PERSON, extractionJobs } from './jobs.ts'
import { scansAgainJobs, scheduleScansAgain } from './scans-again.ts'

const db = await openTestDatabase()
afterAll(() => db.close())
let now = Date.parse('2026-11-02T08:00:00.000Z')
const { queue, start, jobs, until, allFinished } = waitingJobs(db, () => new Date(now), jobRunners())

beforeEach(() => emptyTables(db))

/** A store whose files can be made unavailable. */
const stored = new Map<string, Buffer>()
let isDown = false
const files = {
  read(key: string) {
    if (isDown) return Promise.reject(new AppError('unavailable', 'The file store cannot be reached.'))
    return Promise.resolve(Readable.from([stored.get(key)!]))
  },
}
const settings = new Settings({ db, clock: () => new Date(now), demo: false })
const work = () => start(extractionJobs({ db, files, settings, queue }), { concurrencyByKind: EXTRACTION_CONCURRENCY })

async function addFile(content: Buffer, personId = 'ada'): Promise<string> {
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
    await enqueueExtraction(tx, queue, checksum, personId)
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

test('an unreadable document has a note, and its job is no dead letter', async () => {
  const checksum = await addFile(Buffer.from('%PDF-1.7 nothing of the kind'))
  work()
  await allFinished(1)
  expect(await fileOf(checksum)).toMatchObject({
    text_state: 'failed',
    text_note: storedNotes([{ code: 'damaged' }]),
  })
  expect((await jobs())[0]).toMatchObject({ dead_at: null, attempts: 1 })
})

test('an unreadable document is found by its name', async () => {
  const requesterId = await buildPerson(db)
  const { number } = await buildRequest(db, { requesterId })
  const checksum = await addFile(Buffer.from('%PDF-1.7 nothing of the kind'))
  const row = { id: 'scan', request_number: number, checksum, name: 'Décret.pdf', size: 1, uploaded_by_id: requesterId }
  const at = { uploaded_at: new Date(now).toISOString(), deleted_at: null, deleted_by_id: null }
  await db.write((tx) =>
    tx
      .insertInto('documents')
      .values({ ...row, ...at })
      .execute(),
  )
  work()
  await allFinished(1)
  const indexed = await db.read.selectFrom('search_pages').select(['document_id', 'page', 'text']).execute()
  expect(indexed).toEqual([{ document_id: 'scan', page: 0, text: 'decret.pdf' }])
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

test('pages stored by an interrupted run do not survive the next one', async () => {
  const checksum = await addFile(rawPdf(onePage('whole')))
  const halves = [1, 2, 3].map((page) => ({ checksum, page, text: 'half' }))
  await db.write((tx) => tx.insertInto('file_pages').values(halves).execute())
  work()
  await allFinished(1)
  expect(await textsOf(checksum)).toEqual(['whole'])
})

test('a file that was removed meanwhile is not a failure', async () => {
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

test('fair queue: the first file of each person comes before anyone’s second', async () => {
  const names = new Map<string, string>()
  const add = async (name: string, personId: string) => {
    const checksum = await addFile(rawPdf(onePage(name)), personId)
    names.set(checksum, name)
    return checksum
  }
  for (let i = 1; i <= 5; i++) await add(`ada ${i}`, 'ada')
  await add('ben 1', 'ben')
  await add('ben 2', 'ben')
  const shared = await add('dan 1', 'dan')
  // Dan's file is also Ada's last one, and would come later in her queue.
  await db.write((tx) => enqueueExtraction(tx, queue, shared, 'ada'))
  const order: string[] = []
  const note = ({ payload }: Job) => {
    order.push(names.get((payload as { checksum: string }).checksum)!)
    return Promise.resolve()
  }
  start({ 'extract-text': note }, { concurrency: 1 })
  await allFinished(8)
  expect(order).toEqual(['ada 1', 'ben 1', 'dan 1', 'ada 2', 'ben 2', 'ada 3', 'ada 4', 'ada 5'])
})

test('one file of a person is read at a time, so that another person’s is read meanwhile', async () => {
  for (let i = 1; i <= 5; i++) await addFile(rawPdf(onePage(`ada ${i}`)), 'ada')
  const begun: string[] = []
  const endless = ({ payload, signal }: Job) =>
    new Promise<void>((_, reject) => {
      begun.push((payload as { personId: string }).personId)
      signal.addEventListener('abort', () => reject(new Error('stopped')))
    })
  start(
    { 'extract-text': endless },
    { concurrencyByKind: EXTRACTION_CONCURRENCY, onePerPerson: EXTRACTION_ONE_PER_PERSON },
  )
  await until(() => expect(begun).toEqual(['ada']))
  await addFile(rawPdf(onePage('ben')), 'ben')
  await until(() => expect(begun).toEqual(['ada', 'ben']))
  expect((await jobs()).filter(({ attempts }) => attempts > 0)).toHaveLength(2)
})

test('another person’s request for a file moves it forward in the queue', async () => {
  for (let i = 1; i <= 4; i++) await addFile(rawPdf(onePage(`ada ${i}`)), 'ada')
  const last = await addFile(rawPdf(onePage('ada 5')), 'ada')
  const turnOf = async () => (await jobs()).find(({ unique_key }) => unique_key === last)?.turn
  expect(await turnOf()).toBe(4)
  await db.write((tx) => enqueueExtraction(tx, queue, last, 'ben'))
  expect(await turnOf()).toBe(0)
})

test('only files found to be scanned are read again', async () => {
  const states = [
    { text_state: 'none', text_note: storedNotes([{ code: 'scanned' }]) },
    { text_state: 'none', text_note: null },
    { text_state: 'failed', text_note: storedNotes([{ code: 'damaged' }]) },
    { text_state: 'ready', text_note: null },
  ] as const
  const sums = await Promise.all(states.map((_, i) => addFile(rawPdf(onePage(`file ${i}`)))))
  await db.write(async (tx) => {
    await tx.deleteFrom('jobs').execute()
    for (const [i, state] of states.entries())
      await tx.updateTable('files').set(state).where('checksum', '=', sums[i]!).execute()
    await scheduleScansAgain(tx, queue)
    await scheduleScansAgain(tx, queue)
  })
  start(scansAgainJobs({ db, queue }))
  await allFinished(1)
  const stateOf = async (i: number) => (await fileOf(sums[i]!)).text_state
  expect(await Promise.all([0, 1, 2, 3].map(stateOf))).toEqual(['waiting', 'waiting', 'failed', 'ready'])
  const waiting = (await jobs()).filter(({ kind, finished_at }) => kind === 'extract-text' && finished_at === null)
  expect(waiting.map(({ unique_key }) => unique_key).sort()).toEqual([sums[0], sums[1]].sort())
})

test('a file is read even if the process was killed ten times in the middle of it', async () => {
  const checksum = await addFile(rawPdf(onePage('at last')))
  await db.write((tx) => tx.updateTable('jobs').set({ attempts: 10 }).execute())
  work()
  await allFinished(1)
  expect(await textsOf(checksum)).toEqual(['at last'])
})
