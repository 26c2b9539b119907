import { expect, test } from 'vitest'
import { get } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRequest } from '../../testing/build.ts'
import { estimatesOfFinished, estimatesOfOpen } from './queries.ts'

const office = await officeOfFile({ now: '2026-03-20T09:00:00.000Z' })

const day = (text: string) => `2026-${text}T09:00:00.000Z`
const STAMP = { engine: 'local', engine_version: '1.0' }
const quality = async () => (await get(office.app, office.ben, '/api/ai/quality')).body

async function storeModel(change: {
  created_at: string
  data_from: string | null
  data_to: string
  learned_from?: number
  taken_into_use?: 0 | 1
}) {
  const score = { asked: 0, accuracy: 0, before: 0 }
  const scores = JSON.stringify({ priority: score, developmentType: score, responsibleDepartment: score })
  const model = { ...STAMP, learned_from: 1, decisions: 0, taken_into_use: 1, content: null, scores }
  await office.db.write((tx) =>
    tx
      .insertInto('models')
      .values({ ...model, ...change })
      .execute(),
  )
}

async function acceptSuggestion(id: string, number: number, at: string) {
  const { db, ada, ben } = office
  const values = { priority: 'high', development_type: 'UI', department: 'it', confidence: 0.9 } as const
  await db.write(async (tx) => {
    await tx
      .insertInto('suggestions')
      .values({ id, ...values, ...STAMP, result: '{}', request_number: number, asked_by_id: ada.id, created_at: at })
      .execute()
    await tx
      .insertInto('suggestion_decisions')
      .values({
        suggestion_id: id,
        request_number: number,
        field: 'priority',
        outcome: 'accepted',
        suggested: 'high',
        probability: 0.9,
        value: 'high',
        decided_by_id: ben.id,
        decided_at: at,
      })
      .execute()
  })
}

test('only requests that the model in use had learned from are left out, not older ones or those of unused models', async () => {
  const { db, ada } = office
  await storeModel({ created_at: day('03-05'), data_from: day('02-10'), data_to: day('03-01') })
  await storeModel({ created_at: day('03-06'), data_from: null, data_to: day('03-05'), taken_into_use: 0 })
  for (const [id, createdAt] of [
    ['older', day('02-01')],
    ['first', day('02-10')],
    ['last', day('03-01')],
    ['later', day('03-03')],
  ] as const) {
    const { number } = await buildRequest(db, { requesterId: ada.id, createdAt })
    await acceptSuggestion(id, number, day('03-10'))
  }
  expect((await quality()).fields[0]).toMatchObject({ field: 'priority', decided: 2, leftOut: 2 })
})

test('the newest model is listed first', async () => {
  for (const learned_from of [1, 2, 3])
    await storeModel({ created_at: day('03-05'), data_from: null, data_to: day('03-01'), learned_from })
  expect((await quality()).models.map(({ requests }: { requests: number }) => requests)).toEqual([3, 2, 1])
})

test('an estimate made after completion does not count, and one that is exact to the day holds', async () => {
  const { db, ada } = office
  for (const [estimatedAt, low, high] of [
    [day('03-12'), 1, 100],
    [day('03-02'), 10, 12],
    [day('03-02'), 8, 10],
    [day('03-02'), 11, 12],
  ] as const) {
    const { number } = await buildRequest(db, { requesterId: ada.id, createdAt: day('03-01') })
    const days = { estimated_days: low, low_days: low, high_days: high }
    const stored = {
      request_number: number,
      asked_by_id: null,
      ...days,
      ...STAMP,
      result: '{}',
      created_at: estimatedAt,
    }
    await db.write(async (tx) => {
      await tx.insertInto('analyses').values(stored).execute()
      const completed = { status: 'completed' as const, completed_at: day('03-11') }
      await tx.updateTable('requests').set(completed).where('number', '=', number).execute()
    })
  }
  expect((await quality()).intervals).toMatchObject({ finished: 3, held: 2 })
})

test('months are in chronological order', async () => {
  const { db, ada } = office
  const { number } = await buildRequest(db, { requesterId: ada.id })
  for (const at of [day('03-10'), day('01-10'), day('02-10')]) await acceptSuggestion(at, number, at)
  const { byMonth } = (await quality()).fields[0]
  expect(byMonth.map(({ month }: { month: string }) => month)).toEqual(['2026-01', '2026-02', '2026-03'])
})

test('above the limit, the estimates of the newest requests are read', async () => {
  const { db, ada } = office
  const since = day('01-01')
  const numbers: number[] = []
  for (const month of ['02', '03']) {
    const { number } = await buildRequest(db, { requesterId: ada.id, createdAt: day(`${month}-01`) })
    numbers.push(number)
    for (const at of ['02', '03']) {
      const days = { estimated_days: 5, low_days: 1, high_days: 9 }
      const stored = { request_number: number, asked_by_id: null, ...days, ...STAMP, result: '{}' }
      const created_at = day(`${month}-${at}`)
      await db.write((tx) =>
        tx
          .insertInto('analyses')
          .values({ ...stored, created_at })
          .execute(),
      )
    }
  }
  const numbersOf = (rows: { number: number }[]) => rows.map(({ number }) => number)
  const [older, newer] = numbers
  expect(numbersOf(await estimatesOfOpen(db, since))).toEqual([older, older, newer, newer])
  expect(numbersOf(await estimatesOfOpen(db, since, 2))).toEqual([newer, newer])
  for (const [i, number] of numbers.entries()) {
    const completed = { status: 'completed' as const, completed_at: day(`03-1${i}`) }
    await db.write((tx) => tx.updateTable('requests').set(completed).where('number', '=', number).execute())
  }
  expect(numbersOf(await estimatesOfFinished(db, since))).toEqual([older, older, newer, newer])
  expect(numbersOf(await estimatesOfFinished(db, since, 2))).toEqual([newer, newer])
})
