import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Status, STATUSES, TRANSITIONS } from '../../shared/requests.ts'
import { get, patch, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

const build = (fields: Partial<Parameters<typeof buildRequest>[1]> = {}) =>
  buildRequest(office.db, { requesterId: office.ada.id, ...fields })
const historyOf = async (id: string) => (await get(office.app, office.ben, `/api/requests/${id}/history`)).body

test('these are all moves that there are', () => {
  expect(TRANSITIONS).toEqual({
    pending: ['in_progress', 'completed', 'rejected', 'cancelled'],
    in_progress: ['pending', 'completed', 'rejected', 'cancelled'],
    completed: ['in_progress'],
    rejected: ['pending'],
    cancelled: [],
  })
})

describe('transitions', () => {
  const all = Object.keys(STATUSES) as Status[]
  test.each(all.flatMap((from) => all.filter((to) => to !== from).map((to) => [from, to] as const)))(
    '%s → %s',
    async (from, to) => {
      const { id } = await build({ status: from })
      const before = (await get(office.app, office.ben, `/api/requests/${id}`)).body
      const history = await historyOf(id)
      const res = await patch(office.app, office.ben, `/api/requests/${id}`, { status: to })
      const after = (await get(office.app, office.ben, `/api/requests/${id}`)).body
      if (!TRANSITIONS[from].includes(to)) {
        expect(res).toMatchObject({ statusCode: 409, body: { code: 'wrong-status', details: [{ path: 'status' }] } })
        expect(after).toEqual(before)
        expect(await historyOf(id)).toEqual(history)
        return
      }
      expect(res.statusCode).toBe(200)
      expect(res.body).toEqual(after)
      expect(after).toMatchObject({ status: to, version: before.version + 1 })
      expect(after.completedAt === null).toBe(to !== 'completed')
      if (to === 'in_progress') expect(after.startedAt).not.toBeNull()
      else expect(after.startedAt).toBe(before.startedAt)
      const action = to === 'cancelled' ? 'cancelled' : 'updated'
      const entry = { action, field: 'status', old: from, new: to, actor: { firstName: 'Ben' } }
      expect(await historyOf(id)).toEqual([
        ...history,
        expect.objectContaining({ ...entry, actor: expect.objectContaining(entry.actor) }),
      ])
    },
  )
})

describe('cancelling', () => {
  test('the requester and a manager cancel what is pending or in progress', async () => {
    for (const status of ['pending', 'in_progress'] as const) {
      for (const person of [office.ada, office.ben, office.cleo]) {
        const { id, request_id } = await build({ status })
        const res = await put(office.app, person, `/api/requests/${id}/cancel`)
        expect(res).toMatchObject({
          statusCode: 200,
          body: { message: `Request ${request_id} has been cancelled.`, request: { id, status: 'cancelled' } },
        })
        expect((await historyOf(id)).at(-1)).toMatchObject({ action: 'cancelled', field: 'status', new: 'cancelled' })
      }
    }
  })

  test('a finished request cannot be cancelled', async () => {
    for (const status of ['completed', 'rejected', 'cancelled'] as const) {
      const { id } = await build({ status })
      const res = await put(office.app, office.ada, `/api/requests/${id}/cancel`)
      expect(res).toMatchObject({ statusCode: 409, body: { code: 'wrong-status' } })
    }
  })

  test('takes an empty body with and without a content type, and nothing in it', async () => {
    const json = { 'content-type': 'application/json' }
    const { app, ada } = office
    const cancel = async (body?: unknown, headers?: Record<string, string>) =>
      put(app, ada, `/api/requests/${(await build()).id}/cancel`, body, headers)
    expect((await cancel()).statusCode).toBe(200)
    expect((await cancel('', json)).statusCode).toBe(200)
    expect((await cancel({})).statusCode).toBe(200)
    expect((await cancel({ force: true })).statusCode).toBe(400)
  })
})
