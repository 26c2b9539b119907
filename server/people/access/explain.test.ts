import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Access, AccessLine } from '../../../shared/access.ts'
import { BUILT_IN_ROLES, type Permission } from '../../../shared/permissions.ts'
import { STATUS_KEYS, STATUSES, type Status } from '../../../shared/request-rules.ts'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { get, patch, post, put, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { buildRole } from '../../testing/roles.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp({ ai: localAi() })
}, LEARNING_MS)
beforeEach(() => office.reset())
afterAll(() => office.close())

async function accessOf(id: string, request?: string): Promise<Access> {
  const query = request === undefined ? '' : `?request=${request}`
  return (await get(office.app, office.cleo, `/api/access/${id}${query}`)).body
}

const lineOf = (access: Access, action: string): AccessLine =>
  access.request!.lines.find((one) => one.action.startsWith(action))!

test('only those who manage roles ask what others can do, and only about requests that they see', async () => {
  const { app, db, services, ada, ben, dan } = office
  for (const [person, code] of [
    [null, 401],
    [ada, 403],
    [ben, 403],
  ] as const) {
    expect((await get(app, person, `/api/access/${dan.id}`)).statusCode).toBe(code)
  }
  const { request_id } = await buildRequest(db, { requesterId: ada.id })
  await buildRole(db, { id: 'clerk', permissions: ['roles.manage'], people: [dan.id] })
  await services.settings.change({ visibility: 'own' })
  expect((await get(app, dan, `/api/access/${ada.id}`)).statusCode).toBe(200)
  expect((await get(app, dan, `/api/access/${ada.id}?request=${request_id}`)).statusCode).toBe(404)
  expect((await get(app, dan, '/api/access/nobody')).statusCode).toBe(404)
})

test('a refusal names every reason', async () => {
  const { db, ada, dan } = office
  const { request_id } = await buildRequest(db, { requesterId: ada.id, status: 'completed' })
  expect(lineOf(await accessOf(dan.id, request_id), 'Cancel')).toEqual({
    action: 'Cancel it',
    isAllowed: false,
    why: [
      'They did not ask for it, and role User lacks requests.cancelAny',
      'It is Completed: only requests that are pending or in progress can be cancelled',
    ],
  })
})

test('an allowed action names its role and permission', async () => {
  const { db, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  expect(lineOf(await accessOf(ben.id, id), 'Cancel').why).toContain('Role Manager has requests.cancelAny')
  expect(lineOf(await accessOf(ada.id, id), 'Cancel').why).toContain(
    'They asked for it, and role User has requests.cancelOwn',
  )
  const { person, areas } = await accessOf(ada.id)
  expect(person).toMatchObject({ roleName: 'User', isActive: true })
  const settings = areas.flatMap(({ lines }) => lines).find(({ action }) => action === 'Change settings')
  expect(settings).toEqual({ action: 'Change settings', isAllowed: false, why: ['Role User lacks settings.manage'] })
})

const TEXT = { title: 'T', description: 'D' }
/** The API call behind each line. */
const CALLS: Record<string, (id: string, version: number) => Promise<number>> = {
  'See it': async (id) => (await get(office.app, office.dan, `/api/requests/${id}`)).statusCode,
  'Comment on it': async (id) =>
    (await post(office.app, office.dan, `/api/requests/${id}/comments`, { comment: 'x' })).statusCode,
  'Edit it': async (id) => (await patch(office.app, office.dan, `/api/requests/${id}`, { title: 'New' })).statusCode,
  'Assign it': async (id) =>
    (await patch(office.app, office.dan, `/api/requests/${id}`, { assignedToId: 'user-ben' })).statusCode,
  'Cancel it': async (id) => (await put(office.app, office.dan, `/api/requests/${id}/cancel`)).statusCode,
  // People who may not decide get a suggestion that is not stored.
  'Have it classified': async (id) => {
    const { statusCode, body } = await post(office.app, office.dan, '/api/ai/classify-request', {
      ...TEXT,
      requestId: id,
    })
    return statusCode === 200 && body.suggestionId === null ? 403 : statusCode
  },
  'Have its processing time': async (id) => {
    const call = { ...TEXT, priority: 'low', department: 'it', requestId: id }
    return (await post(office.app, office.dan, '/api/ai/predict-time', call)).statusCode
  },
  ...Object.fromEntries(
    STATUS_KEYS.filter((to) => to !== 'cancelled').map((status) => [
      `Set it to ${STATUSES[status]}`,
      async (id: string) => (await patch(office.app, office.dan, `/api/requests/${id}`, { status })).statusCode,
    ]),
  ),
}

const ROLES: Permission[][] = [
  [],
  BUILT_IN_ROLES.user.permissions,
  BUILT_IN_ROLES.manager.permissions,
  ['requests.edit', 'requests.cancelOwn'],
  ['requests.viewAll', 'requests.cancelAny', 'comments.create'],
]
const CASES = (['all', 'own'] as const).flatMap((visibility) =>
  ROLES.flatMap((permissions) =>
    (['pending', 'completed', 'rejected', 'cancelled'] as Status[]).map((status) => ({
      visibility,
      permissions,
      status,
    })),
  ),
)

test.each(CASES)('the explanation matches the call: $visibility, $status, $permissions', async (one) => {
  const { db, services, ada, dan } = office
  for (const requesterId of [ada.id, dan.id]) {
    await office.reset()
    await services.settings.change({ visibility: one.visibility })
    await buildRole(db, { id: 'own', permissions: one.permissions, people: [dan.id] })
    services.sessions.forgetAll()
    const build = () => buildRequest(db, { requesterId, status: one.status })
    const explained = await accessOf(dan.id, (await build()).id)
    for (const [action, call] of Object.entries(CALLS)) {
      const line = explained.request!.lines.find((each) => each.action.startsWith(action))
      // The present status has no line.
      if (!line && action.startsWith('Set it to')) continue
      expect(line, action).toBeDefined()
      const row = await build()
      const status = await call(row.id, row.version)
      expect(status < 300, `${action} by ${requesterId === dan.id ? 'the requester' : 'another'}: ${status}`).toBe(
        line!.isAllowed,
      )
    }
  }
})
