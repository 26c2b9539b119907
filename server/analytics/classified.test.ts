import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { DevelopmentType } from '../../shared/ai.ts'
import { CALENDAR, NOW, PERIOD } from '../testing/analytics.ts'
import { testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { FlowHistory } from './flow-history.ts'

const office = await testApp({ now: NOW })
const folder = mkdtempSync(join(tmpdir(), 'rfd-classified-'))
const file = join(folder, 'flow-history')
beforeEach(() => office.reset())
afterAll(async () => {
  await office.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Like the engine in the background: no history entry and no new version of the request. */
async function classify(number: number, type: DevelopmentType, at: string) {
  const id = randomUUID()
  const values = { priority: 'high', department: 'it', confidence: 0.5, result: '{}' } as const
  await office.db.write(async (tx) => {
    await tx
      .insertInto('suggestions')
      .values({
        ...values,
        id,
        request_number: number,
        asked_by_id: null,
        development_type: type,
        engine: 'local',
        engine_version: '1',
        created_at: at,
      })
      .execute()
    const set = { suggestion_id: id, development_type: type }
    await tx
      .insertInto('classifications')
      .values({ request_number: number, is_decided: 0, ...set })
      .onConflict((conflict) => conflict.column('request_number').doUpdateSet(set))
      .execute()
  })
}

async function build() {
  const { number } = await buildRequest(office.db, { requesterId: office.ada.id, createdAt: NOW })
  return number
}

const ASKED = { ...PERIOD, unit: 'calendar' as const, now: Date.parse(NOW), calendar: CALENDAR }
async function countOf(flow: FlowHistory, type: DevelopmentType) {
  return (await flow.ask('flow', { ...ASKED, filter: { type: [type] } })).requests
}
const TYPES = ['UI', 'API', 'Backend'] as const
const countsOf = async (flow: FlowHistory) => Promise.all(TYPES.map((type) => countOf(flow, type)))

test('a classified or reclassified request is counted with its new type at the next check', async () => {
  const { flow } = office.services
  const [one, other] = [await build(), await build()]
  expect(await countsOf(flow)).toEqual([0, 0, 0])
  await classify(one, 'UI', '2026-03-14T05:00:00.000Z')
  await classify(other, 'UI', '2026-03-14T05:00:00.000Z')
  expect(await countsOf(flow)).toEqual([2, 0, 0])
  await classify(one, 'API', '2026-03-14T05:10:00.000Z')
  expect(await countsOf(flow)).toEqual([1, 1, 0])
  // At the same instant, and one made earlier but committed later.
  await classify(other, 'Backend', '2026-03-14T05:10:00.000Z')
  expect(await countsOf(flow)).toEqual([0, 1, 1])
  await classify(one, 'Backend', '2026-03-14T05:09:50.000Z')
  expect(await countsOf(flow)).toEqual([0, 0, 2])
})

test('a reclassification made while no process ran is known after a start from the snapshot', async () => {
  const log = { error: () => undefined }
  const started = async () => {
    let hasReadAll = false
    const readInWorker: typeof office.db.readInWorker = (query, pace) => {
      if (query.sql.includes('r.number > ')) hasReadAll = true
      return office.db.readInWorker(query, pace)
    }
    const flow = new FlowHistory({ db: { ...office.db, readInWorker }, log, file })
    try {
      return { counts: await countsOf(flow), hasReadAll }
    } finally {
      await flow.close()
    }
  }
  const number = await build()
  await classify(number, 'UI', '2026-03-14T05:00:00.000Z')
  expect(await started()).toEqual({ counts: [1, 0, 0], hasReadAll: true })
  await classify(number, 'API', '2026-03-14T05:20:00.000Z')
  expect(await started()).toEqual({ counts: [0, 1, 0], hasReadAll: false })
})
