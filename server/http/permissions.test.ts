import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Permission, PERMISSIONS } from '../../shared/permissions.ts'
import { FAIR_USE } from '../../shared/settings.ts'
import { get, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
beforeEach(() => office.reset())
afterAll(() => office.close())

const TEXT = { title: 'Weigh empty trucks, too', description: 'The weighbridge only knows full ones.' }
const VALUES = { department: 'it', priority: 'low' }
const NOTHING = '00000000-0000-4000-8000-000000000000'

/** What each call needs, with a body that passes its contract. `{id}` is a request of somebody else, `{none}` is nothing. */
const NEEDS: [permission: Permission, call: string, body?: object, besides?: Permission][] = [
  ['requests.create', 'POST /api/requests', { ...TEXT, ...VALUES, dueDate: '2026-05-01' }],
  ['requests.edit', 'PATCH /api/requests/{id}', { title: 'Another' }],
  ['requests.assign', 'PATCH /api/requests/{id}', { assignedToId: 'user-ben' }, 'requests.edit'],
  ['requests.cancelAny', 'PUT /api/requests/{id}/cancel'],
  ['comments.create', 'POST /api/requests/{id}/comments', { comment: 'x' }],
  ['dashboard.view', 'GET /api/dashboard/stats'],
  ['dashboard.view', 'GET /api/dashboard/status-distribution'],
  ['dashboard.view', 'GET /api/dashboard/volume'],
  ['ai.classify', 'POST /api/ai/classify-request', TEXT],
  [
    'ai.classify',
    'POST /api/ai/feedback',
    { suggestionId: NOTHING, decisions: [{ field: 'priority', outcome: 'accepted' }] },
  ],
  ['ai.estimate', 'POST /api/ai/predict-time', { ...TEXT, ...VALUES }],
  ['ai.assistant', 'POST /api/ai/user-assistant', { message: 'How long does it take?', context: 'user_assistance' }],
  ['ai.assistant', 'GET /api/ai/conversations/current'],
  ['ai.assistant', 'DELETE /api/ai/conversations/current'],
  ['ai.batch', 'POST /api/ai/batches', {}, 'requests.edit'],
  ['ai.batch', 'GET /api/ai/batches'],
  ['ai.batch', 'GET /api/ai/batches/{none}'],
  ['ai.batch', 'GET /api/ai/batches/{none}/items'],
  ['ai.batch', 'POST /api/ai/batches/{none}/cancel', {}],
  ['ai.batch', 'POST /api/ai/batches/{none}/decisions', { items: [{ itemId: 1, decision: 'skip' }] }],
  ['ai.batch', 'POST /api/ai/batches/{none}/undo', { decisionIds: [1] }],
  ['analytics.view', 'GET /api/ai/quality'],
  ['settings.manage', 'POST /api/ai/train', {}],
  ['settings.manage', 'GET /api/settings/ai'],
  ['settings.manage', 'PUT /api/settings/ai', { model: 'small' }],
  ['settings.manage', 'POST /api/settings/ai/test', {}],
  ['settings.manage', 'GET /api/settings/estimates'],
  ['settings.manage', 'GET /api/settings/blocked-sign-ins'],
  ['settings.manage', 'DELETE /api/settings/blocked-sign-ins/{none}'],
  ['settings.manage', 'PUT /api/settings/estimates', { estimateDays: 'working' }],
  ['audit.read', 'GET /api/audit'],
  ['audit.read', 'GET /api/audit/news?after=0'],
  ['settings.manage', 'GET /api/settings/fair-use'],
  ['settings.manage', 'PUT /api/settings/fair-use', FAIR_USE],
  ['team.manage', 'GET /api/people'],
  ['team.manage', 'POST /api/people', { fullName: 'Eva', username: 'eva', email: 'eva@office.example', role: 'own' }],
  ['team.manage', 'GET /api/people/{none}'],
  ['team.manage', 'PATCH /api/people/{none}', { version: 1, firstName: 'Eve' }],
  ['team.manage', 'PUT /api/people/{none}/deactivation', {}],
  ['team.manage', 'DELETE /api/people/{none}/deactivation'],
  ['team.manage', 'POST /api/people/{none}/links', {}],
  ['team.manage', 'DELETE /api/people/{none}/invitation'],
  ['team.manage', 'DELETE /api/people/{none}/sessions'],
  ['roles.manage', 'POST /api/roles', { name: 'Own role', permissions: [] }],
  ['roles.manage', 'PUT /api/roles/{none}', { permissions: [], version: 1 }],
  ['roles.manage', 'DELETE /api/roles/{none}'],
]

/** Either is enough. */
const NEEDS_ONE_OF: [permissions: Permission[], call: string][] = [
  [['roles.manage', 'team.manage'], 'GET /api/roles'],
  [['roles.manage', 'team.manage'], 'GET /api/roles/{none}/people'],
]

/** For everybody who is signed in; what they see of it is up to the policy. */
const NEEDS_NOTHING = [
  'GET /api/requests',
  'GET /api/requests/{id}',
  'GET /api/requests/{id}/history',
  'GET /api/requests/{id}/comments',
  'GET /api/users',
  'GET /api/profile',
  'PUT /api/profile',
  'POST /api/profile/change-password',
  'GET /api/profile/sessions',
  'DELETE /api/profile/sessions',
  'DELETE /api/profile/sessions/{id}',
  'GET /api/auth/validate',
  'GET /api/ai/status',
  'GET /api/ai/processing-times',
  'GET /api/ai/classification/{id}',
  'GET /api/ai/analyze-request/{id}',
  'POST /api/ai/similar',
]

/** Dan in a role that may do just this. */
async function callAs(permissions: Permission[], call: string, body?: object) {
  const { app, db, services, ada, dan } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const role = { id: 'own', name: 'Own', permissions: JSON.stringify(permissions) }
  await db.write(async (tx) => {
    await tx.updateTable('users').set({ role_id: 'user' }).where('id', '=', dan.id).execute()
    await tx.deleteFrom('roles').where('id', '=', role.id).execute()
    await tx
      .insertInto('roles')
      .values({ ...role, created_at: '2026-03-10T09:00:00.000Z' })
      .execute()
    await tx.updateTable('users').set({ role_id: role.id }).where('id', '=', dan.id).execute()
  })
  services.sessions.forgetAll()
  const [method, path] = call.split(' ') as ['GET', string]
  const url = path.replace('{id}', id).replace('{none}', NOTHING)
  const headers = { authorization: `Bearer ${dan.token}` }
  return app.inject({ method, url, headers, ...(body && { payload: body }) })
}

test.each(NEEDS)('%s is what %s needs, and nothing else', async (permission, call, body, besides) => {
  const without = await callAs(
    PERMISSIONS.filter((one) => one !== permission),
    call,
    body,
  )
  expect(without.statusCode).toBe(403)
  expect(without.json()).toMatchObject({ code: 'not-allowed' })
  const only = await callAs(besides ? [permission, besides] : [permission], call, body)
  expect([400, 401, 403]).not.toContain(only.statusCode)
})

test.each(NEEDS_ONE_OF)('one of %s is what %s needs', async (permissions, call) => {
  const without = await callAs(
    PERMISSIONS.filter((one) => !permissions.includes(one)),
    call,
  )
  expect(without.statusCode).toBe(403)
  for (const one of permissions) expect([400, 401, 403]).not.toContain((await callAs([one], call)).statusCode)
})

test('every call that needs a session is in one of the two lists', async () => {
  const { body } = await get(office.app, null, '/api/openapi.json')
  const paths = Object.entries<Record<string, { security?: [] }>>(body.paths)
  const closed = paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  const calls = [...NEEDS, ...NEEDS_ONE_OF].map(([, call]) => call.replace('{none}', '{id}').split('?')[0]!)
  const listed = [...calls, ...NEEDS_NOTHING]
  expect(closed.toSorted()).toEqual([...new Set(listed)].toSorted())
})
