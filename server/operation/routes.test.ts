import { expect, test } from 'vitest'
import { deadLetter } from '../jobs/lease.ts'
import { get, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'

const office = await officeOfFile()

const STATUS = '/api/settings/database'
const DEAD = '/api/settings/dead-letters'

/** A job that has exhausted its attempts. */
async function giveUp(kind: string, uniqueKey?: string): Promise<number> {
  const { db, queue, clock } = office
  return db.write(async (tx) => {
    await queue.add(tx, { kind, payload: null, ...(uniqueKey !== undefined && { uniqueKey }) })
    const { id } = await tx.selectFrom('jobs').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await deadLetter(tx, { id, attempts: 0 }, clock(), 'The disk was full')
    return id
  })
}

test('only those who manage settings see the status and put jobs back', async () => {
  const { app, ada, ben } = office
  const id = await giveUp('batch')
  for (const [person, code] of [
    [null, 401],
    [ada, 403],
    [ben, 403],
  ] as const) {
    expect((await get(app, person, STATUS)).statusCode).toBe(code)
    expect((await get(app, person, DEAD)).statusCode).toBe(code)
    expect((await put(app, person, `${DEAD}/${id}/retry`)).statusCode).toBe(code)
  }
  expect((await get(app, office.cleo, DEAD)).body.total).toBe(1)
})

test('the status says what the database is and how its jobs are', async () => {
  const { app, db, cleo, queue, clock } = office
  await giveUp('batch')
  await db.write(async (tx) => {
    for (const kind of ['train', 'retention', 'sweep']) await queue.add(tx, { kind, payload: null, inMs: 60_000 })
    await queue.add(tx, { kind: 'mail', payload: null })
    const lease_until = new Date(clock().getTime() + 60_000).toISOString()
    await tx.updateTable('jobs').set({ lease_until }).where('kind', '=', 'train').execute()
  })
  const { body } = await get(app, cleo, STATUS)
  expect(body).toEqual({
    engine: db.engine,
    version: expect.stringMatching(/^\d+\.\d+/),
    sizeBytes: expect.any(Number),
    latencyMs: expect.any(Number),
    migrations: { applied: expect.any(Number), newest: expect.stringMatching(/^\d{4}-/) },
    connections: db.engine === 'sqlite' ? null : { open: expect.any(Number), most: expect.any(Number) },
    jobs: { waiting: 1, scheduled: 2, running: 1, dead: 1 },
  })
  expect(body.sizeBytes).toBeGreaterThan(0)
})

test('a job that was given up is listed with its error, and put back with all its attempts', async () => {
  const { app, db, cleo } = office
  const id = await giveUp('batch')
  expect((await get(app, cleo, DEAD)).body).toMatchObject({
    total: 1,
    jobs: [{ id, kind: 'batch', error: 'The disk was full' }],
  })
  expect((await put(app, cleo, `${DEAD}/${id}/retry`)).statusCode).toBe(204)
  expect((await get(app, cleo, DEAD)).body).toEqual({ jobs: [], total: 0 })
  const job = await db.read.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(job).toMatchObject({ dead_at: null, finished_at: null, attempts: 0, last_error: null })
  expect((await put(app, cleo, `${DEAD}/${id}/retry`)).statusCode).toBe(404)
  const entries = db.read.selectFrom('audit_log').select(['actor_id', 'details']).where('action', '=', 'job.retried')
  expect(await entries.execute()).toMatchObject([
    { actor_id: cleo.id, details: JSON.stringify({ kind: 'batch', job: id }) },
  ])
})

test('where another of its kind waits by now, that one stands for both', async () => {
  const { app, db, cleo, queue } = office
  const id = await giveUp('retention', 'daily')
  await db.write((tx) => queue.add(tx, { kind: 'retention', payload: null, uniqueKey: 'daily' }))
  expect((await put(app, cleo, `${DEAD}/${id}/retry`)).statusCode).toBe(204)
  const open = await db.read.selectFrom('jobs').select('id').where('finished_at', 'is', null).execute()
  expect(open).toHaveLength(1)
  expect(open[0]!.id).not.toBe(id)
})

test('failed jobs are paged', async () => {
  for (let i = 0; i < 3; i++) await giveUp('batch')
  const { body } = await get(office.app, office.cleo, `${DEAD}?limit=2&page=2`)
  expect(body).toMatchObject({ total: 3, jobs: [{ kind: 'batch' }] })
  expect(body.jobs).toHaveLength(1)
})
