import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { HintKind } from '../../../shared/events.ts'
import { type Hint, tellPages } from '../../platform/database/hints.ts'
import { failPending, updatePending } from '../../document-ai/pending-queries.ts'
import { storeOutcome } from '../../documents/extraction/queries.ts'
import { changeExport } from '../../reports/exports/queries.ts'
import { setClassifiedAt } from '../../ai/suggestions/queries.ts'
import { del, post } from '../../testing/app.ts'
import { buildBackup } from '../../testing/backups.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Person } from '../../testing/cast.ts'
import { followEvents } from '../../testing/events.ts'
import { importsOf } from '../../testing/people-imports.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()
const { upload } = importsOf(office)
const { app, db, services, clock, ada, ben, cleo, dan } = office

/** Does some work, and expects that these people get hints of these kinds, and no others. */
async function expectHints(expected: [Person, HintKind[]][], work: () => Promise<unknown>) {
  const streams = await Promise.all(
    expected.map(async ([person, kinds]) => ({ kinds, ...(await followEvents(app, person)) })),
  )
  const kindsOf = ({ seen }: (typeof streams)[number]) => new Set(seen.events.map((event) => event.kind))
  for (const one of streams) await one.until(() => expect(one.seen.lastId).not.toBe(''))
  await work()
  for (const one of streams) await one.until(() => expect([...kindsOf(one)].toSorted()).toEqual(one.kinds.toSorted()))
  // Everybody sees this one, after whatever else they were told.
  for (const one of streams) {
    await buildRequest(db, { requesterId: one.personId })
    await one.until(() => expect(kindsOf(one)).toContain('created'))
    expect([...kindsOf(one)].toSorted()).toEqual(['created', ...one.kinds].toSorted())
    one.close()
  }
}

/** The lock of sealing is one for all schemas of a PostgreSQL database: another office may hold it. */
const sealAll = () =>
  vi.waitFor(
    async () => {
      await services.audit.check()
      const unsealed = db.read.selectFrom('audit_log').select('id').where('seq', 'is', null)
      expect(await unsealed.execute()).toEqual([])
    },
    { timeout: 300_000, interval: 20 },
  )

test('the progress of an export is told to the person who asked for it alone', async () => {
  const { body } = await post(app, ben, '/api/exports', { format: 'csv', view: {} })
  const work = () => db.write((tx) => changeExport(tx, body.id, { rows_done: 5 }))
  await expectHints(
    [
      [ada, []],
      [ben, ['exports']],
    ],
    work,
  )
})

test('a classification in the background is told to those who see the request', async () => {
  await services.settings.change({ visibility: 'own' })
  const { number } = await buildRequest(db, { requesterId: ada.id })
  await expectHints(
    [
      [ada, ['classifications']],
      [dan, []],
    ],
    () => db.write((tx) => setClassifiedAt(tx, number, clock().toISOString())),
  )
})

test('a batch is told to the person who began it alone', async () => {
  await buildRequest(db, { requesterId: ada.id })
  await expectHints(
    [
      [ada, []],
      [ben, ['batches']],
    ],
    () => post(app, ben, '/api/ai/batches', {}),
  )
})

test('backups, the audit log, and readings of documents are told to those who may open these lists alone', async () => {
  const work = async () => {
    await buildBackup(services)
    await db.write((tx) => failPending(tx, ada.id, clock().toISOString(), 'It was given up.'))
    await post(app, ben, '/api/exports', { format: 'csv', view: {} })
    await sealAll()
  }
  await expectHints(
    [
      [ada, []],
      [cleo, ['audit', 'backups', 'document-readings']],
    ],
    work,
  )
})

test('a change of people and an import are told to the person whose they are alone', async () => {
  const work = async () => {
    const change = { chosen: { ids: [ada.id] }, action: { kind: 'sessions' }, ready: 1 }
    const { body } = await post(app, cleo, '/api/people/changes', change)
    await del(app, cleo, `/api/people/changes/${body.id}`)
    await upload('Full name,Email\nNora Berg,nora@office.example\n')
    await sealAll()
  }
  await expectHints(
    [
      [dan, []],
      [cleo, ['audit', 'people-changes', 'people-imports']],
    ],
    work,
  )
})

test('the text of a document is told to those who see its request', async () => {
  await services.settings.change({ visibility: 'own' })
  const { number } = await buildRequest(db, { requesterId: ada.id })
  const checksum = 'c'.repeat(64)
  await db.write(async (tx) => {
    const at = clock().toISOString()
    await tx
      .insertInto('files')
      .values({ checksum, store_key: 'x', type: 'pdf', size: 1, text_state: 'waiting', stored_at: at })
      .execute()
    await tx
      .insertInto('documents')
      .values({
        id: randomUUID(),
        checksum,
        name: 'a.pdf',
        size: 1,
        uploaded_by_id: ada.id,
        uploaded_at: at,
        request_number: number,
      })
      .execute()
  })
  const outcome = { text_state: 'ready', text_note: null, pages: 1 } as const
  await expectHints(
    [
      [ada, ['documents']],
      [dan, []],
    ],
    () => db.write((tx) => storeOutcome(tx, checksum, outcome, 1)),
  )
})

test('a hint is told once the change can be read, and never of a change that does not exist', async () => {
  const { body } = await post(app, ben, '/api/exports', { format: 'csv', view: {} })
  const told: Hint[] = []
  const readable: Promise<number | undefined>[] = []
  db.onCommit((hints) => {
    told.push(...hints)
    const read = db.read.selectFrom('exports').select('rows_done').where('id', '=', body.id)
    if (hints.length > 0) readable.push(read.executeTakeFirst().then((row) => row?.rows_done))
  })
  await db.write(async (tx) => {
    await changeExport(tx, body.id, { rows_done: 7 })
    tellPages(tx, { kind: 'exports', personId: ben.id })
    expect(told).toEqual([])
  })
  // Both say the same.
  expect(told).toEqual([{ kind: 'exports', personId: ben.id }])
  expect(await Promise.all(readable)).toEqual([7])
  await db.write(async (tx) => {
    await changeExport(tx, 'none', { rows_done: 7 })
    await updatePending(tx, 'none', { state: 'reading' })
  })
  expect(told).toHaveLength(1)
})
