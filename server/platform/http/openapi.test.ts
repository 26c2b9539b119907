import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { get, patch, post, put, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'

interface Schema {
  type?: string
  description?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
  $ref?: string
}
interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

let office: Awaited<ReturnType<typeof testApp>>
let paths: Record<string, Record<string, Operation>>
let schemas: Record<string, Schema>
beforeAll(async () => {
  office = await testApp()
  const { body } = await get(office.app, null, '/api/openapi.json')
  paths = body.paths
  schemas = body.components.schemas
})
afterAll(() => office.close())

/** Every object in a schema, with its path. */
function objectsIn(schema: Schema, at: string): [at: string, object: Schema][] {
  const own: [string, Schema][] = schema.type === 'object' ? [[at, schema]] : []
  const inner = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.anyOf ?? []).map((one): [string, Schema] => ['', one]),
    ...(schema.items ? [['[]', schema.items] as [string, Schema]] : []),
  ]
  return [...own, ...inner.flatMap(([name, one]) => objectsIn(one, `${at}.${name}`))]
}

test('every body is strict at every depth: unknown fields are refused, `__proto__` too', () => {
  const bodies = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => objectsIn(schema, `${method} ${path}`)),
    ),
  )
  expect(bodies.length).toBeGreaterThan(10)
  for (const [at, { additionalProperties }] of bodies) expect(additionalProperties, at).toBe(false)
})

test('the document is serialised and compressed once for all clients and both addresses', async () => {
  const { app } = office
  const write = vi.spyOn(app, 'swagger')
  const [plain, reference, packed] = await Promise.all([
    get(app, null, '/api/openapi.json'),
    get(app, null, '/api/docs/json'),
    app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, br' } }),
  ])
  expect(reference.body).toEqual(plain.body)
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(plain.body)
  const again = await get(app, null, '/api/openapi.json', { 'if-none-match': plain.headers['etag'] as string })
  expect(again.statusCode).toBe(304)
  expect(write).not.toHaveBeenCalled()
})

test('a call without content asks for no body, every other one for its own', () => {
  const required = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => (requestBody ? [`${method} ${path}`] : [])),
  )
  expect(required).toContain('post /api/requests')
  for (const none of ['put /api/requests/{id}/cancel', 'post /api/ai/train', 'post /api/ai/batches/{id}/cancel']) {
    expect(required).not.toContain(none)
  }
})

test('the document says what each figure of the dashboard counts', () => {
  for (const name of ['DashboardStats', 'Volume', 'StatusDistribution']) {
    const fields = objectsIn(schemas[name]!, name).flatMap(([, { properties = {} }]) => Object.entries(properties))
    const figures = fields.filter(
      ([field, { type }]) => type === 'integer' || (type === 'array' && field !== 'buckets'),
    )
    expect(figures.length).toBeGreaterThan(1)
    for (const [field, { description }] of figures) expect(description, field).toMatch(/^[A-Z]/)
  }
})

test('the document lists the failures of each call', async () => {
  const { app, db, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const draft = { title: 'T', description: 'D', department: 'it', priority: 'low' }
  const once = { 'idempotency-key': 'documented' }
  await post(app, ada, '/api/requests', { ...draft, dueDate: '2026-05-01' }, once)
  const passwords = { currentPassword: 'wrong', newPassword: 'tractor-violin-92' }
  for (let i = 0; i < 5; i++) await post(app, ada, '/api/profile/change-password', passwords)
  const grace = {
    username: 'grace',
    firstName: 'G',
    lastName: 'L',
    email: 'g@office.example',
    password: 'x'.repeat(20),
  }
  const suggestion = { suggestionId: 'none', decisions: [{ field: 'priority', outcome: 'rejected' }] }
  const text = { title: 'T', description: 'D', requestId: 'none' }
  const form = { 'content-type': 'text/plain' }
  const answers: [method: string, path: string, status: number, res: { statusCode: number }][] = [
    ['post', '/api/auth/login', 401, await post(app, null, '/api/auth/login', { username: 'x', password: 'y' })],
    ['post', '/api/setup', 409, await post(app, null, '/api/setup', { ...grace, token: 'x' })],
    ['post', '/api/requests', 409, await post(app, ada, '/api/requests', { ...draft, dueDate: '2026-06-01' }, once)],
    ['post', '/api/requests', 415, await post(app, ada, '/api/requests', 'x', form)],
    ['patch', '/api/requests/{id}', 409, await patch(app, ben, `/api/requests/${id}`, { version: 9 })],
    ['put', '/api/requests/{id}/cancel', 404, await put(app, ben, '/api/requests/none/cancel')],
    ['post', '/api/ai/classify-request', 404, await post(app, ada, '/api/ai/classify-request', text)],
    [
      'post',
      '/api/ai/predict-time',
      404,
      await post(app, ada, '/api/ai/predict-time', { ...draft, requestId: 'none' }),
    ],
    ['post', '/api/ai/similar', 404, await post(app, ada, '/api/ai/similar', text)],
    ['post', '/api/ai/feedback', 404, await post(app, ada, '/api/ai/feedback', suggestion)],
    ['post', '/api/profile/change-password', 429, await post(app, ada, '/api/profile/change-password', passwords)],
  ]
  for (const [method, path, status, res] of answers) {
    expect(res.statusCode, `${method} ${path}`).toBe(status)
    expect(paths[path]![method]!.responses, `${method} ${path}`).toHaveProperty(String(status))
  }
})

test.each([
  '/api/exports/{id}/content',
  '/api/report-runs/{id}/content',
  '/api/requests/{id}/pdf',
  '/api/analytics/rows.csv',
])('downloads from %s, which are recorded, are limited as changes are', (path) => {
  expect(paths[path]!.get!.responses).toHaveProperty('429')
})

test('the document says where an Idempotency-Key counts, and what a conflict answers with', () => {
  const idempotent = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key') ? [`${method} ${path}`] : [],
    ),
  )
  expect(idempotent.sort()).toEqual([
    'post /api/ai/batches',
    'post /api/ai/batches/{id}/decisions',
    'post /api/ai/batches/{id}/undo',
    'post /api/ai/feedback',
    'post /api/ai/user-assistant',
    'post /api/document-proposals/{id}/decisions',
    'post /api/document-readings',
    'post /api/document-readings/{id}/decisions',
    'post /api/exports',
    'post /api/people',
    'post /api/people/changes',
    'post /api/people/{id}/links',
    'post /api/profile/change-password',
    'post /api/reports',
    'post /api/reports/{id}/runs',
    'post /api/requests',
    'post /api/requests/{id}/comments',
    'post /api/requests/{id}/documents',
    'post /api/roles',
    'post /api/settings/departments',
    'post /api/uploads',
  ])
  const conflict = paths['/api/requests/{id}']!.patch!.responses['409']!.content!['application/json']!.schema
  expect(conflict.anyOf?.some(({ properties }) => properties !== undefined && 'current' in properties)).toBe(true)
})
