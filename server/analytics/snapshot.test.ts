import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { busyOffice, CALENDAR, NOW, PERIOD } from '../testing/analytics.ts'
import { get, patch } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import type { Flow } from '../../shared/analytics/flow.ts'
import { FlowHistory } from './flow-history.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

const { office } = await busyOffice()
const folder = mkdtempSync(join(tmpdir(), 'rfd-flow-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'flow-history')
const params = { filter: {}, ...PERIOD, unit: 'calendar' as const, now: Date.parse(NOW), calendar: CALENDAR }

/** Simulates a process that starts, asks and closes. `hasReadAll`: it did a full load. */
async function startedAnew() {
  const { db } = office
  let hasReadAll = false
  const readInWorker: typeof db.readInWorker = (query, pace) => {
    if (query.sql.includes('r.number > ')) hasReadAll = true
    return db.readInWorker(query, pace)
  }
  const errors: string[] = []
  const log = { error: (_: object, message: string) => errors.push(message) }
  const flow = new FlowHistory({ db: { ...db, readInWorker }, log, file })
  try {
    const answer = await flow.ask('flow', params)
    return { answer, hasReadAll, errors }
  } finally {
    await flow.close()
  }
}

const here = () => office.services.flow.ask('flow', params)

test('the next start loads the snapshot and reads only newer entries', async () => {
  const { app, db, ada, ben } = office
  const first = await startedAnew()
  expect(first).toEqual({ answer: await here(), hasReadAll: true, errors: [] })
  // The snapshot contains personal data: only the owner may read it.
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const { id } = await buildRequest(db, { requesterId: ada.id, createdAt: NOW })
  await patch(app, ben, `/api/requests/${id}`, { dueDate: '2026-06-01', status: 'in_progress', reason: 'Begun' })
  const second = await startedAnew()
  expect(second).toEqual({ answer: await here(), hasReadAll: false, errors: [] })
  expect(second.answer.summary.open).toBe(first.answer.summary.open + 1)
})

test('a snapshot that is damaged, of another office, or missing is ignored', async () => {
  await startedAnew()
  const good = readFileSync(file)
  const expected = { answer: await here(), hasReadAll: true, errors: [] }

  const damaged = Buffer.from(good)
  damaged[damaged.length >> 1]! ^= 1
  for (const content of [damaged, good.subarray(0, good.length >> 1), Buffer.alloc(0)]) {
    writeFileSync(file, content)
    expect(await startedAnew()).toEqual(expected)
  }
  const { extent, model } = readSnapshot(file)!
  // As after restoring an older backup and working on.
  const entry = { ...extent.newest, at: '2020-01-01T00:00:00.000Z' }
  for (const newest of [entry, { ...extent.newest, id: extent.newest.id + 1000 }]) {
    writeSnapshot(file, { ...extent, newest }, model)
    expect(await startedAnew()).toEqual(expected)
    rmSync(file)
  }
  expect(await startedAnew()).toEqual(expected)
})

test('a snapshot that cannot be written does not fail the call', async () => {
  rmSync(folder, { recursive: true })
  const { db } = office
  const errors: string[] = []
  const flow = new FlowHistory({ db, log: { error: (_: object, message: string) => errors.push(message) }, file })
  try {
    expect(await flow.ask('flow', params)).toEqual(await here())
    await vi.waitFor(() => expect(errors).toContainEqual(expect.stringContaining('could not be kept')), {
      timeout: 300_000,
    })
    expect(((await get(office.app, office.ben, '/api/analytics/flow')).body as Flow).requests).toBeGreaterThan(0)
  } finally {
    await flow.close()
  }
})
