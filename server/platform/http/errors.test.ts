import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { App } from './app.ts'
import { get, patch, post, put, testApp } from '../../testing/app.ts'

type TestOffice = Awaited<ReturnType<typeof testApp>>
let office: TestOffice
let app: App
const lines: string[] = []

beforeAll(async () => {
  office = await testApp()
  app = await buildApp({ ...office.services, logTo: { write: (line) => lines.push(line) } })
  app.get('/api/broken', { config: { public: true } }, async () => {
    const cause = new Error('the disk is on fire')
    throw Object.assign(new Error('select password_hash from users', { cause }), {
      detail: 'Failing row contains (ada)',
    })
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await office.close()
})

const draft = { title: 'T', description: 'D', department: 'it', priority: 'low', dueDate: '2026-05-01' }
const profile = { firstName: 'Ada', lastName: 'Quint', email: 'ada@office.example', department: 'Operations' }

test('malformed JSON is refused with the error body', async () => {
  const res = await put(app, office.ada, '/api/profile', '{"firstName": "Ada"')
  expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input', error: 'The body is not valid JSON.' } })
})

test('JSON nested a hundred thousand levels deep is refused, in any position', async () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000)
  for (const body of [deep, `{"firstName":${deep}}`]) {
    const res = await put(app, office.ada, '/api/profile', body)
    expect(res).toMatchObject({
      statusCode: 400,
      body: { code: 'bad-input', error: 'The body has more fields, or deeper nesting, than any call accepts.' },
    })
  }
})

test('a body with thousands of unknown fields is not parsed, and of hundreds twenty are named', async () => {
  const fields = (count: number, name = 'f') =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [name + i, 1]))
  const thousands = await put(app, office.ada, '/api/profile', fields(4000))
  expect(thousands).toMatchObject({ statusCode: 400, body: { code: 'bad-input' } })
  expect(thousands.body.details).toBeUndefined()
  const hundreds = await put(app, office.ada, '/api/profile', fields(900))
  expect(hundreds.statusCode).toBe(400)
  expect(hundreds.body.details).toHaveLength(20)
  const long = await put(app, office.ada, '/api/profile', { ...profile, ['x'.repeat(60_000)]: 1 })
  expect(long.statusCode).toBe(400)
  expect(JSON.stringify(long.body).length).toBeLessThan(1000)
  const inQuery = await get(app, office.ada, `/api/users?${Object.keys(fields(2000)).join('&')}`)
  expect(inQuery.statusCode).toBe(400)
  expect(inQuery.body.details).toHaveLength(20)
})

test('without a session a body is refused before it is read', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  // The announced body is never sent.
  socket.write(
    'POST /api/requests HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 401 /)
  // It would not be read either: the connection is closed.
  expect(answer.toString()).toMatch(/^connection: close\r$/m)
  await once(socket, 'close')
})

test('keys that would reach an object’s prototype are refused by their names', async () => {
  for (const [body, path] of [
    ['{"__proto__":{"isAdmin":true},"firstName":"Ada"}', '__proto__'],
    ['{"\\u005f_proto__":{"isAdmin":true}}', '__proto__'],
    ['{"constructor":{"prototype":{"isAdmin":true}}}', 'constructor'],
  ]) {
    const res = await put(app, office.ada, '/api/profile', body)
    expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input' } })
    expect(res.body.details).toContainEqual({ path, message: `${path} is not known here` })
  }
  const inside = await post(app, office.ben, '/api/ai/batches', '{"filter":{"__proto__":{"status":["pending"]}}}')
  expect(inside).toMatchObject({ statusCode: 400, body: { details: [{ path: 'filter.__proto__' }] } })
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
})

test.each([
  ['a sign-in', '/api/auth/login', post, 9, 8],
  ['a profile', '/api/profile', put, 65, 64],
  ['a request', '/api/requests', post, 257, 256],
] as const)('%s that is far too large is refused by naming the limit', async (_, url, send, kilobytes, limit) => {
  const res = await send(app, office.ada, url, { title: 'x'.repeat(kilobytes * 1024) })
  expect(res).toMatchObject({
    statusCode: 413,
    body: { code: 'too-large', error: `The body is larger than ${limit} kB.` },
  })
})

test('a text that is too long, or a password, is refused by naming its field, in any script', async () => {
  const description = '\u{1f6a2}'.repeat(30_000)
  expect(await post(app, office.ada, '/api/requests', { ...draft, description })).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'description', message: 'At most 20,000 characters; this has 60,000' }] },
  })
  // Every character escaped, as some clients do.
  const escaped = `{${JSON.stringify(draft).slice(1, -1)},"description":"${'\\u4f60'.repeat(20_000)}"}`
  expect((await post(app, office.ada, '/api/requests', escaped)).statusCode).toBe(201)
  expect(await post(app, null, '/api/auth/login', { username: 'ada', password: 'x'.repeat(5000) })).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'password' }] },
  })
})

test('another content type than JSON is refused', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ]) {
    const res = await put(app, office.ada, '/api/profile', 'firstName=Ada', { 'content-type': type })
    expect(res, type).toMatchObject({ statusCode: 415, body: { code: 'wrong-content-type' } })
  }
})

test('bytes that are not UTF-8 are refused instead of being stored as something else', async () => {
  const res = await app.inject({
    method: 'PUT',
    url: '/api/profile',
    headers: { authorization: `Bearer ${office.ada.token}`, 'content-type': 'application/json' },
    payload: Buffer.concat([Buffer.from('{"firstName":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
  })
  expect(res.statusCode).toBe(400)
  expect(res.json()).toEqual({ error: 'The body is not valid UTF-8.', code: 'bad-input' })
})

test('a missing body and an empty one are both refused with the fields that they lack', async () => {
  const none = await put(app, office.ada, '/api/profile')
  const empty = await put(app, office.ada, '/api/profile', '')
  for (const res of [none, empty]) {
    expect(res).toMatchObject({ statusCode: 400, body: { error: 'First name is required', code: 'bad-input' } })
    expect(res.body.details).toEqual([
      { path: 'firstName', message: 'First name is required' },
      { path: 'lastName', message: 'Last name is required' },
      { path: 'email', message: 'Email is required' },
      { path: 'department', message: 'Department is required' },
    ])
  }
  const request = await post(app, office.ada, '/api/requests', '')
  expect(request.body.details.map(({ message }: { message: string }) => message)).toEqual([
    'Title is required',
    'Description is required',
    'Priority must be low, medium, high or critical',
    'Department is required',
    'Due date is required',
  ])
})

test('a call without a body may announce JSON, as many clients do', async () => {
  const res = await post(app, null, '/api/auth/logout', '')
  expect(res.statusCode).toBe(204)
})

test('every field that does not fit is named, and the first one’s sentence is the error', async () => {
  const res = await put(app, office.ada, '/api/profile', { ...profile, firstName: '  ', email: 'nobody' })
  expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input', error: 'First name is required' } })
  expect(res.body.details).toEqual([
    { path: 'firstName', message: 'First name is required' },
    { path: 'email', message: 'Please enter a valid email address' },
  ])
})

test('fields that a call does not know are refused, not dropped', async () => {
  const res = await put(app, office.ada, '/api/profile', { ...profile, role: 'admin', passwordHash: 'x' })
  expect(res.statusCode).toBe(400)
  expect(res.body.details).toEqual([
    { path: 'role', message: 'role is not known here' },
    { path: 'passwordHash', message: 'passwordHash is not known here' },
  ])
  const signIn = await post(app, null, '/api/auth/login', { username: 'ada', password: 'x', role: 'admin' })
  expect(signIn).toMatchObject({ statusCode: 400, body: { error: 'role is not known here' } })
})

test('query words that a call does not know are refused', async () => {
  expect(await get(app, office.ada, '/api/users?rol=admin')).toMatchObject({
    statusCode: 400,
    body: { code: 'bad-input', error: 'rol is not known here' },
  })
  expect((await get(app, null, '/api/health?deep=1')).statusCode).toBe(400)
})

test('NUL and lone surrogates never reach the database', async () => {
  const nul = await put(app, office.ada, '/api/profile', { ...profile, firstName: 'A\u0000da' })
  const surrogate = await put(
    app,
    office.ada,
    '/api/profile',
    `${JSON.stringify(profile).slice(0, -1)},"lastName":"\\ud800"}`,
  )
  for (const res of [nul, surrogate]) {
    expect(res).toMatchObject({
      statusCode: 400,
      body: { error: 'This text contains characters that cannot be stored' },
    })
  }
  expect((await get(app, office.ada, '/api/requests/a%00b')).statusCode).toBe(400)
  expect((await post(app, null, '/api/auth/login', { username: 'a\u0000', password: 'x' })).statusCode).toBe(400)
})

test('a filter by a person whose id is none is refused by its name in every list', async () => {
  for (const [address, path] of [
    ['/api/requests?assignedTo=x', 'assignedTo'],
    ['/api/requests?requester=x', 'requester'],
    ['/api/analytics/flow?assignee=x', 'assignee'],
    ['/api/analytics/rows?mark=open&assignee=x', 'assignee'],
    ['/api/analytics/promises?assignee=x', 'assignee'],
    ['/api/audit?person=x', 'person'],
    ['/api/requests?assignedTo=not-a-uuid', 'assignedTo'],
    ['/api/analytics/flow?assignee=0ada-0000', 'assignee'],
  ] as const) {
    const res = await get(app, office.cleo, address)
    expect(res, address).toMatchObject({ statusCode: 400, body: { details: [{ path }] } })
  }
  const view = { list: 'requests', format: 'csv', view: { assignedTo: 'x' } }
  const bodies = [
    ['/api/exports', view, 'view.assignedTo'],
    ['/api/ai/batches', { filter: { assignedTo: 'x' } }, 'filter.assignedTo'],
  ] as const
  for (const [address, body, path] of bodies) {
    const res = await post(app, office.cleo, address, body)
    expect(res, address).toMatchObject({ statusCode: 400, body: { details: [{ path }] } })
  }
})

test('an id or a filter with a NUL is refused by its name', async () => {
  for (const name of ['assignedTo', 'requester', 'search', 'status', 'page', 'dueFrom']) {
    const res = await get(app, office.ada, `/api/requests?${name}=a%00b`)
    expect(res.statusCode, name).toBe(400)
    expect(res.body.details[0].path, name).toMatch(new RegExp(`^${name}\\b`))
  }
  const { id } = (await post(app, office.ada, '/api/requests', draft)).body
  const text = { title: 'T', description: 'D' }
  const calls: [path: string, body: object, field: string][] = [
    [`/api/requests/${id}`, { assignedToId: 'a\u0000b' }, 'assignedToId'],
    ['/api/ai/batches', { filter: { assignedTo: 'a\u0000b' } }, 'filter.assignedTo'],
    ['/api/ai/classify-request', { ...text, requestId: '\u0000' }, 'requestId'],
    ['/api/ai/predict-time', { ...text, priority: 'low', department: 'it', requestId: '\u0000' }, 'requestId'],
    ['/api/ai/similar', { ...text, requestId: '\u0000' }, 'requestId'],
    [
      '/api/ai/feedback',
      { suggestionId: '\ud800', decisions: [{ field: 'priority', outcome: 'rejected' }] },
      'suggestionId',
    ],
  ]
  for (const [path, body, field] of calls) {
    const res = await (path.startsWith('/api/requests') ? patch : post)(app, office.ben, path, body)
    expect(res, path).toMatchObject({ statusCode: 400, body: { details: [{ path: field }] } })
  }
})

test('an address that cannot be decoded is refused like any other bad input', async () => {
  for (const url of ['/%zz', '/api/users/%e0%a4%a', '/api/requests/%']) {
    const res = await get(app, office.ada, url)
    expect(res, url).toMatchObject({ statusCode: 400, body: { code: 'bad-input' } })
    expect(res.headers['x-content-type-options']).toBe('nosniff')
  }
})

test('an unknown address of the API is 404 with the error body, signed in or not', async () => {
  for (const person of [office.ada, null]) {
    expect(await get(app, person, '/api/nothing')).toMatchObject({ statusCode: 404, body: { code: 'not-found' } })
    expect(await post(app, person, '/nothing', {})).toMatchObject({ statusCode: 404, body: { code: 'not-found' } })
  }
  expect((await get(app, office.ada, '/api')).statusCode).toBe(404)
  expect((await get(app, office.ada, `/api/profile/sessions/${'a'.repeat(5000)}`)).statusCode).toBeLessThan(500)
})

test('a known address with another method says which methods it takes', async () => {
  const res = await patch(app, office.ada, '/api/profile', profile)
  expect(res).toMatchObject({ statusCode: 405, body: { code: 'wrong-method' } })
  expect(res.headers.allow).toBe('GET, HEAD, PUT, OPTIONS')
  const options = await app.inject({ method: 'OPTIONS', url: '/api/profile' })
  expect(options.statusCode).toBe(204)
  expect(options.headers.allow).toBe('GET, HEAD, PUT, OPTIONS')
  expect(options.headers['access-control-allow-origin']).toBeUndefined()
})

test('HEAD answers as GET does, without the body', async () => {
  const headers = { authorization: `Bearer ${office.ada.token}` }
  const head = await app.inject({ method: 'HEAD', url: '/api/users', headers })
  const full = await app.inject({ method: 'GET', url: '/api/users', headers })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers.etag).toBe(full.headers.etag)
  expect((await app.inject({ method: 'HEAD', url: '/api/users' })).statusCode).toBe(401)
})

test('an unexpected failure is logged once with its cause, and the answer reveals nothing of it', async () => {
  lines.length = 0
  const res = await get(app, null, '/api/broken')
  expect(res.statusCode).toBe(500)
  expect(res.body).toEqual({
    error: 'Something went wrong on our side. Please try again.',
    code: 'internal',
    reference: expect.stringMatching(/^[0-9a-f]{8}-\w+$/),
  })
  const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.level === 50 && line.err)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toMatchObject({ ref: res.body.reference, route: '/api/broken' })
  expect(JSON.stringify(logged[0].err)).toContain('the disk is on fire')
  expect(lines.join('')).not.toContain('Failing row')
})

test('each call leaves one line in the log, without address, query, body or token', async () => {
  lines.length = 0
  await get(app, office.ada, '/api/requests?search=tulips')
  await post(app, null, '/api/auth/login', { username: 'ada', password: 'a-wrong-password' })
  const [search, signIn, ...more] = lines.map((line) => JSON.parse(line))
  expect(more).toEqual([])
  expect(search).toMatchObject({ level: 30, method: 'GET', route: '/api/requests', status: 200 })
  expect(search.ref).toMatch(/^[0-9a-f]{8}-\w+$/)
  expect(search.ms).toBeTypeOf('number')
  expect(signIn).toMatchObject({ method: 'POST', route: '/api/auth/login', status: 401 })
  for (const secret of ['tulips', 'a-wrong-password', office.ada.token]) expect(lines.join('')).not.toContain(secret)
})
