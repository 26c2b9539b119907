import { expect, test } from 'vitest'
import { JOB_KINDS } from '../../../shared/job-kinds.ts'
import { backgroundJobs, COME_BACK, deadJobs } from '../../background.ts'
import { scheduleBatch } from '../../ai/batches/jobs.ts'
import { deadLetter } from '../../platform/jobs/lease.ts'
import type { NewJob } from '../../platform/jobs/queue.ts'
import { del, get, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()
const JOBS = '/api/jobs'

async function add(job: Partial<NewJob> = {}): Promise<number> {
  return office.db.write(async (tx) => {
    await office.queue.add(tx, { kind: 'sweep-files', payload: null, ...job })
    return (await tx.selectFrom('jobs').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  })
}

/** A job that has exhausted its attempts. */
async function addFailed(job: Partial<NewJob> = {}): Promise<number> {
  const id = await add(job)
  await office.db.write((tx) => deadLetter(tx, { id, attempts: 0 }, office.clock(), 'The disk was full'))
  return id
}

async function addRunning(): Promise<number> {
  const id = await add()
  const lease_until = new Date(office.clock().getTime() + 60_000).toISOString()
  await office.db.write((tx) => tx.updateTable('jobs').set({ lease_until }).where('id', '=', id).execute())
  return id
}

const rowOf = (id: number) => office.db.read.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()

async function audited(action: string) {
  const rows = await office.db.read.selectFrom('audit_log').select('details').where('action', '=', action).execute()
  return rows.map(({ details }) => JSON.parse(details) as unknown)
}

test('only those who manage settings see, retry and drop jobs', async () => {
  const { app, ada, ben, cleo } = office
  const id = await addFailed()
  for (const [person, code] of [
    [null, 401],
    [ada, 403],
    [ben, 403],
  ] as const) {
    expect((await get(app, person, JOBS)).statusCode).toBe(code)
    expect((await put(app, person, `${JOBS}/${id}/retry`)).statusCode).toBe(code)
    expect((await del(app, person, `${JOBS}/${id}`)).statusCode).toBe(code)
  }
  expect((await get(app, cleo, JOBS)).body.total).toBe(1)
})

test('jobs are listed by state, each with its error, and paged', async () => {
  const { app, cleo } = office
  const ids = {
    failed: await addFailed({ kind: 'export' }),
    running: await addRunning(),
    queued: await add({ kind: 'train' }),
    scheduled: await add({ kind: 'retention', inMs: 60_000 }),
  }
  for (const [state, id] of Object.entries(ids)) {
    const { body } = await get(app, cleo, `${JOBS}?state=${state}`)
    expect(body).toMatchObject({ total: 1, jobs: [{ id, state }] })
  }
  const { body } = await get(app, cleo, `${JOBS}?limit=3&page=2`)
  expect(body).toMatchObject({ total: 4, jobs: [{ id: ids.failed, attempts: 0, error: 'The disk was full' }] })
  expect((await get(app, cleo, `${JOBS}?state=dead`)).body).toMatchObject({ details: [{ path: 'state' }] })
  expect((await get(app, cleo, '/api/settings/dead-letters')).statusCode).toBe(404)
})

test('a failed job is queued with all its attempts, a scheduled one runs at once, and each is audited once', async () => {
  const { app, cleo, clock } = office
  const failed = await addFailed({ kind: 'export' })
  const scheduled = await add({ kind: 'retention', inMs: 60_000 })
  for (const id of [failed, scheduled, failed, scheduled]) {
    expect((await put(app, cleo, `${JOBS}/${id}/retry`)).statusCode).toBe(204)
  }
  expect(await rowOf(failed)).toMatchObject({ dead_at: null, attempts: 0, last_error: null })
  expect((await rowOf(scheduled))!.run_at <= clock().toISOString()).toBe(true)
  expect(await audited('job.retried')).toEqual([
    { kind: 'export', job: failed },
    { kind: 'retention', job: scheduled },
  ])
})

test('a running job is neither retried nor dropped, and an unknown or finished one is not found', async () => {
  const { app, db, cleo, clock } = office
  const running = await addRunning()
  const finished = await add()
  await db.write((tx) =>
    tx.updateTable('jobs').set({ finished_at: clock().toISOString() }).where('id', '=', finished).execute(),
  )
  for (const [id, code] of [
    [running, 409],
    [finished, 404],
    [999_999_999, 404],
    ['9'.repeat(16), 400],
  ] as const) {
    expect((await put(app, cleo, `${JOBS}/${id}/retry`)).statusCode).toBe(code)
    expect((await del(app, cleo, `${JOBS}/${id}`)).statusCode).toBe(code)
  }
  expect(await rowOf(running)).toBeDefined()
})

test('where another of its kind waits by now, that one stands for both', async () => {
  const { app, db, cleo } = office
  const id = await addFailed({ kind: 'retention', uniqueKey: 'daily' })
  await add({ kind: 'retention', uniqueKey: 'daily' })
  expect((await put(app, cleo, `${JOBS}/${id}/retry`)).statusCode).toBe(204)
  const open = await db.read.selectFrom('jobs').select('id').where('finished_at', 'is', null).execute()
  expect(open).toHaveLength(1)
  expect(open[0]!.id).not.toBe(id)
})

test('a dropped job is gone and audited, even if nobody can read what it was to do', async () => {
  const { app, cleo } = office
  const id = await addFailed({ kind: 'export', payload: { unknown: true } })
  expect((await del(app, cleo, `${JOBS}/${id}`)).statusCode).toBe(204)
  expect(await rowOf(id)).toBeUndefined()
  expect((await del(app, cleo, `${JOBS}/${id}`)).statusCode).toBe(404)
  expect(await audited('job.dropped')).toEqual([{ kind: 'export', job: id, state: 'failed' }])
})

test('each job that the office cannot do without comes back after it was dropped', async () => {
  const { app, db, cleo, clock } = office
  for (const [kind, inMs] of Object.entries(COME_BACK)) {
    const id = await add({ kind, uniqueKey: 'next' })
    expect((await get(app, cleo, JOBS)).body.jobs[0]).toMatchObject({ kind, comesBack: true })
    await del(app, cleo, `${JOBS}/${id}`)
    const next = await db.read.selectFrom('jobs').select(['id', 'run_at']).where('kind', '=', kind).execute()
    expect(next, kind).toEqual([{ id: expect.any(Number), run_at: expect.any(String) }])
    expect(next[0]!.id).not.toBe(id)
    expect(Date.parse(next[0]!.run_at) - clock().getTime()).toBeCloseTo(inMs, -5)
  }
})

test('what somebody waits for ends with its dropped job', async () => {
  const { app, db, ben, cleo, clock, queue } = office
  const at = clock().toISOString()
  await db.write(async (tx) => {
    await tx
      .insertInto('batches')
      .values({
        id: 'b',
        created_by_id: ben.id,
        created_at: at,
        state: 'running',
        total: 0,
        filter: '{}',
        with_time: 0,
      })
      .execute()
    await scheduleBatch(tx, queue, 'b', ben.id)
  })
  const { body } = await get(app, cleo, `${JOBS}?state=queued`)
  expect((await del(app, cleo, `${JOBS}/${body.jobs[0].id}`)).statusCode).toBe(204)
  expect(await db.read.selectFrom('batches').select(['state', 'ended_at']).execute()).toEqual([
    { state: 'cancelled', ended_at: expect.any(String) },
  ])
})

test('a mail whose job was dropped is not waited for, and nothing joins it', async () => {
  const { app, db, ben, cleo, clock } = office
  const at = clock().toISOString()
  const mail = {
    id: 'm',
    kind: 'notices',
    about: '{}',
    person_id: ben.id,
    message_id: '<m@office.example>',
    attempts: 0,
  } as const
  await db.write((tx) =>
    tx
      .insertInto('mails')
      .values({ ...mail, open_key: 'notices', state: 'waiting', due_at: at, created_at: at })
      .execute(),
  )
  const id = await add({ kind: 'send-mail', payload: { mailId: 'm' } })
  expect((await del(app, cleo, `${JOBS}/${id}`)).statusCode).toBe(204)
  expect(await db.read.selectFrom('mails').selectAll().execute()).toMatchObject([
    { state: 'dropped', reason: 'dropped', open_key: null },
  ])
})

test('every kind of job has its words, and every result that is waited for an end', () => {
  const kinds = Object.keys(backgroundJobs(office.services))
  expect(kinds.filter((kind) => !JOB_KINDS[kind])).toEqual([])
  expect(Object.keys(deadJobs(office.services)).filter((kind) => !kinds.includes(kind))).toEqual([])
})
