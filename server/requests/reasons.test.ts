import { afterAll, beforeAll, expect, test } from 'vitest'
import { dueDateMoves } from '../analytics/queries.ts'
import { get, patch, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

const build = () => buildRequest(office.db, { requesterId: office.ada.id })
const edit = (id: string, body: object) => patch(office.app, office.ben, `/api/requests/${id}`, body)
const cancel = (id: string, body?: object, who = office.ben) => put(office.app, who, `/api/requests/${id}/cancel`, body)
/** The reason of each change of status, as the requester sees it. */
async function reasonsOf(id: string): Promise<[string, string | null][]> {
  const { body } = await get(office.app, office.ada, `/api/requests/${id}/history`)
  const entries = body as { field: string | null; new: string; reason: string | null }[]
  return entries.filter(({ field }) => field === 'status').map((entry) => [entry.new, entry.reason])
}
async function auditOf(id: string): Promise<unknown[]> {
  const rows = await office.db.read
    .selectFrom('audit_log')
    .select('details')
    .where('target_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ details }) => (JSON.parse(details) as { reason?: string }).reason)
}

test('the reason of a rejection and of a reopening stands in the history and in the audit log', async () => {
  const { id } = await build()
  const rejected = await edit(id, { status: 'rejected', title: 'Renamed', reason: '  Covered by the tariff import.\n' })
  expect(rejected.statusCode).toBe(200)
  await edit(id, { status: 'pending', reason: 'The import was postponed.' })
  expect(await reasonsOf(id)).toEqual([
    ['rejected', 'Covered by the tariff import.'],
    ['pending', 'The import was postponed.'],
  ])
  expect(await auditOf(id)).toEqual(['Covered by the tariff import.', 'The import was postponed.'])
})

test('only the entry of the status carries the reason', async () => {
  const { id } = await build()
  await edit(id, { status: 'rejected', title: 'Renamed', reason: 'Asked twice.' })
  const { body } = await get(office.app, office.ada, `/api/requests/${id}/history`)
  const others = (body as { field: string | null; reason: string | null }[]).filter(({ field }) => field !== 'status')
  expect(others.map(({ reason }) => reason)).toEqual([null, null])
})

test('a manager says why another’s request is cancelled, and need not', async () => {
  const { id } = await build()
  expect((await cancel(id, { reason: 'The gate is closed for good.' })).statusCode).toBe(200)
  expect(await reasonsOf(id)).toEqual([['cancelled', 'The gate is closed for good.']])
  for (const body of [undefined, {}, { reason: ' \n ' }]) {
    const other = await build()
    expect((await cancel(other.id, body)).statusCode).toBe(200)
    expect(await reasonsOf(other.id)).toEqual([['cancelled', null]])
    expect(await auditOf(other.id)).toEqual([undefined])
  }
})

test('a reason of a thousand characters is accepted, a longer one or one that is no text is refused', async () => {
  const { id } = await build()
  for (const reason of ['r'.repeat(1001), 7, null, 'a\u0000b']) {
    for (const res of [await edit(id, { status: 'rejected', reason }), await cancel(id, { reason })]) {
      expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path: 'reason' }] } })
    }
  }
  expect(await reasonsOf(id)).toEqual([])
  expect((await edit(id, { status: 'rejected', reason: 'r'.repeat(1000) })).statusCode).toBe(200)
})

test('the reason of a due date moved alone stands at its entry and in the audit log', async () => {
  const { id, number } = await build()
  const moved = await edit(id, { dueDate: '2027-03-31', title: 'Renamed', reason: ' The tender is late. ' })
  expect(moved.statusCode).toBe(200)
  const { body } = await get(office.app, office.ada, `/api/requests/${id}/history`)
  const entries = body as { field: string | null; reason: string | null }[]
  const reasons = entries.flatMap(({ field, reason }) => (reason === null ? [] : [[field, reason]]))
  expect(reasons).toEqual([['dueDate', 'The tender is late.']])
  expect(await auditOf(id)).toEqual(['The tender is late.'])
  expect((await dueDateMoves(office.db.read, [number])).map(({ reason }) => reason)).toEqual(['The tender is late.'])
  // The reason of a change of status counts for the date as well: it is not stored twice.
  await edit(id, { status: 'rejected', dueDate: '2027-04-30', reason: 'Asked twice.' })
  expect(await reasonsOf(id)).toEqual([['rejected', 'Asked twice.']])
  const closed = await edit(id, { dueDate: '2027-05-31', reason: 'It no longer matters.' })
  expect(closed).toMatchObject({ statusCode: 400, body: { details: [{ path: 'reason' }] } })
})

test('a reason without a change of the status is refused rather than lost', async () => {
  const { id } = await build()
  for (const body of [{ title: 'Renamed' }, { status: 'pending' }, {}]) {
    const res = await edit(id, { ...body, reason: 'Because.' })
    expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input', details: [{ path: 'reason' }] } })
  }
})

test('a refused cancellation stores no reason', async () => {
  const { id } = await build()
  expect((await cancel(id, { reason: 'I do not like it.' }, office.dan)).statusCode).toBe(403)
  expect(await reasonsOf(id)).toEqual([])
  expect(await auditOf(id)).toEqual([])
})
