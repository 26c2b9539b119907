import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, testApp } from '../../testing/app.ts'

let office: Awaited<ReturnType<typeof testApp>>
let operations: {
  method: 'GET' | 'POST'
  path: string
  isOpen: boolean
  tags: string[]
  summary: string
  responses: object
}[]

beforeAll(async () => {
  office = await testApp()
  const { body } = await get(office.app, null, '/api/openapi.json')
  operations = Object.entries<Record<string, { security?: []; tags: string[]; summary: string; responses: object }>>(
    body.paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as 'GET',
      path,
      isOpen: operation.security?.length === 0,
      ...operation,
    })),
  )
})
afterAll(() => office.close())

test('only signing in and out, one-time links, links in mail, setting up and asking for health are open to everybody', () => {
  const open = operations.filter(({ isOpen }) => isOpen).map(({ method, path }) => `${method} ${path}`)
  expect(open.sort()).toEqual([
    'GET /api/health',
    'GET /api/mute/{token}',
    'GET /api/ready',
    'POST /api/account-links/open',
    'POST /api/account-links/use',
    'POST /api/auth/login',
    'POST /api/auth/logout',
    'POST /api/mute/{token}',
    'POST /api/setup',
    'POST /api/setup/open',
  ])
})

test('every other call is refused without a session, whatever is sent instead', async () => {
  const closed = operations.filter(({ isOpen }) => !isOpen)
  expect(closed.length).toBeGreaterThan(10)
  const { token } = office.ada
  const tries: Record<string, string>[] = [
    {},
    { authorization: token },
    { authorization: `Basic ${token}` },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer x.y.z' },
    // Browsers send cookies with cross-site calls, too; a cookie must not be enough.
    { cookie: `token=${token}; rfd.token=${token}; authorization=Bearer ${token}` },
  ]
  for (const { method, path } of closed) {
    for (const headers of tries) {
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      const res = await office.app.inject({ method, url, headers })
      expect(res.statusCode, `${method} ${path} ${JSON.stringify(headers)}`).toBe(401)
      expect(res.json()).toMatchObject({ code: 'not-signed-in' })
      expect(res.headers['www-authenticate']).toBe('Bearer')
    }
  }
})

test('a token in the address is ignored', async () => {
  const res = await get(office.app, null, `/api/users?token=${office.ada.token}`)
  expect(res.statusCode).toBe(401)
})

test('every call of the document has a summary, a tag and the failures it can answer', () => {
  for (const { method, path, summary, tags, responses, isOpen } of operations) {
    expect(summary, `${method} ${path}`).toBeTruthy()
    expect(tags, `${method} ${path}`).toHaveLength(1)
    expect(Object.keys(responses), `${method} ${path}`).toEqual(
      expect.arrayContaining(isOpen ? ['400', '500'] : ['400', '401', '403', '500']),
    )
  }
})
