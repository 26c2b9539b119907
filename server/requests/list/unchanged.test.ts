import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { patch, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Person } from '../../testing/cast.ts'
import { TEST_ENGINE } from '../../testing/database.ts'

// Over a real connection, like browsers and proxies.
const lines: string[] = []
let office: Awaited<ReturnType<typeof testApp>>
let origin: string
beforeAll(async () => {
  office = await testApp({ logTo: { write: (line) => lines.push(line) } })
  await office.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(office.app.server.address() as AddressInfo).port}`
})
beforeEach(() => office.reset())
afterAll(() => office.close())

async function list(person: Person | null, etag?: string | null, query = '', method = 'GET') {
  const headers = {
    ...(person && { authorization: `Bearer ${person.token}` }),
    ...(etag && { 'if-none-match': etag }),
  }
  const res = await fetch(`${origin}/api/requests${query}`, { method, headers })
  const text = await res.text()
  // The tests assert the expected shape.
  const body: { total: number; requests: { id: string; requester: { firstName: string } }[] } | null = text
    ? JSON.parse(text)
    : null
  return { status: res.status, etag: res.headers.get('etag'), headers: res.headers, body }
}

/** The tag of this person's list, verified to be valid now. */
async function tagFor(person: Person, query = '') {
  await list(person, null, query)
  const { etag } = await list(person, null, query)
  expect((await list(person, etag, query)).status).toBe(304)
  return etag
}

test('an unchanged list is answered 304 without a body, and is stored nowhere', async () => {
  const etag = await tagFor(office.ben)
  const { status, headers, body } = await list(office.ben, etag)
  expect({ status, body }).toEqual({ status: 304, body: null })
  expect(Object.fromEntries(headers)).toMatchObject({ etag, 'cache-control': 'no-store' })
  expect((await list(office.ben, etag, '', 'HEAD')).status).toBe(304)
})

test('a tag that a proxy has rewritten, or one of several, is still recognised', async () => {
  const etag = String(await tagFor(office.ben))
  expect((await list(office.ben, etag.replace('W/', ''))).status).toBe(304)
  expect((await list(office.ben, `"another", ${etag}`)).status).toBe(304)
  expect((await list(office.ben, '"another"')).status).toBe(200)
})

test.runIf(TEST_ENGINE === 'postgres')(
  'the database is asked whether anything was committed, and nothing else',
  async () => {
    const asked = vi.spyOn(office.db, 'dataVersion').mockResolvedValue('always the same')
    const etag = await tagFor(office.ben)
    await buildRequest(office.db, { requesterId: office.ada.id })
    expect((await list(office.ben, etag)).status).toBe(304)
    // A standby has no version.
    asked.mockResolvedValue(null)
    expect((await list(office.ben, etag)).status).toBe(200)
    asked.mockRestore()
  },
)

test('only reads are answered 304: a write with such a tag is stored', async () => {
  const { ada } = office
  const etag = String(await tagFor(ada))
  const draft = { title: 'T', description: 'D', department: 'it', priority: 'low', dueDate: '2026-05-01' }
  const res = await fetch(`${origin}/api/requests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'if-none-match': etag, 'content-type': 'application/json' },
    body: JSON.stringify(draft),
  })
  expect(res.status).toBe(201)
  expect((await list(ada, etag)).body?.total).toBe(1)
})

test('an unchanged list is counted and logged like any other call', async () => {
  const etag = await tagFor(office.ben, '?search=tulips')
  const metrics = async () => (await fetch(`${origin}/metrics`)).text()
  const count = (text: string) =>
    Number(/_count\{method="GET",route="\/api\/requests",status="304"\} (\d+)/.exec(text)?.[1])
  const before = count(await metrics())
  lines.length = 0
  await list(office.ben, etag, '?search=tulips')
  expect(count(await metrics())).toBe(before + 1)
  const [line] = lines.map((text) => JSON.parse(text)).filter(({ route }) => route === '/api/requests')
  expect(line).toMatchObject({ level: 30, method: 'GET', route: '/api/requests', status: 304, msg: 'call' })
  expect(line.ref).toMatch(/^[0-9a-f]{8}-\w+$/)
  expect(lines.join('')).not.toContain('tulips')
})

test('a failing query of the data version fails only that call', async () => {
  const dataVersion = vi.fn(async (): Promise<string> => {
    throw new Error('disk I/O error')
  })
  const app = await buildApp({ ...office.services, db: { ...office.db, dataVersion } })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${office.ben.token}`, 'if-none-match': 'W/"known"' }
  for (let i = 0; i < 2; i++) {
    const res = await fetch(`${url}/api/requests`, { headers })
    expect({ status: res.status, body: await res.json() }).toMatchObject({ status: 500, body: { code: 'internal' } })
  }
  expect(dataVersion).toHaveBeenCalled()
  await app.close()
})

describe('a list is not answered 304', () => {
  test('without a session, or with one that has ended', async () => {
    const { app, ben } = office
    const etag = await tagFor(ben)
    expect((await list(null, etag)).status).toBe(401)
    expect((await list({ ...ben, token: `${ben.token}x` }, etag)).status).toBe(401)
    await post(app, ben, '/api/auth/logout')
    const { status, headers } = await list(ben, etag)
    expect({ status, asks: headers.get('www-authenticate') }).toEqual({ status: 401, asks: 'Bearer' })
  })

  test('after the session was unused for too long', async () => {
    const etag = await tagFor(office.ben)
    office.clock.forward(24 * 3_600_000)
    expect((await list(office.ben, etag)).status).toBe(401)
  })

  test('with the tag of another person, or of another list', async () => {
    const { db, ada, ben } = office
    await buildRequest(db, { requesterId: ada.id })
    const etag = await tagFor(ben)
    if (TEST_ENGINE === 'sqlite') {
      expect((await list(ada, etag)).status).toBe(200)
      expect((await list(ben, etag, '?limit=20')).status).toBe(200)
    }
    expect((await list(ben, etag, '?status=completed')).status).toBe(200)
    expect((await list(ben, etag, '?unheard=of')).status).toBe(400)
  })

  test('when a request was added or changed', async () => {
    const { app, db, ada, ben } = office
    const { id } = await buildRequest(db, { requesterId: ada.id })
    let etag = await tagFor(ben)
    await buildRequest(db, { requesterId: ada.id })
    expect(await list(ben, etag)).toMatchObject({ status: 200, body: { total: 2 } })
    etag = await tagFor(ben)
    await patch(app, ben, `/api/requests/${id}`, { title: 'Another title' })
    expect((await list(ben, etag)).status).toBe(200)
  })

  test('when a person named in it has a new name', async () => {
    const { app, db, ada, ben } = office
    await buildRequest(db, { requesterId: ada.id })
    const etag = await tagFor(ben)
    const profile = { firstName: 'Adele', lastName: 'Byron', email: 'ada@office.example', department: 'IT' }
    const res = await app.inject({
      method: 'PUT',
      url: '/api/profile',
      headers: { authorization: `Bearer ${ada.token}` },
      payload: profile,
    })
    expect(res.statusCode).toBe(200)
    expect(await list(ben, etag)).toMatchObject({
      status: 200,
      body: { requests: [{ requester: { firstName: 'Adele' } }] },
    })
  })

  test('when they may see less than before: by the office’s rules or by their role', async () => {
    const { db, services, ada, ben } = office
    await buildRequest(db, { requesterId: ben.id })
    let etag = await tagFor(ada)
    await services.settings.change({ visibility: 'own' })
    expect(await list(ada, etag)).toMatchObject({ status: 200, body: { total: 0 } })

    await buildRequest(db, { requesterId: ada.id })
    etag = await tagFor(ben)
    await db.write((tx) => tx.updateTable('users').set({ role_id: 'user' }).where('id', '=', ben.id).execute())
    services.sessions.forgetUser(ben.id)
    expect(await list(ben, etag)).toMatchObject({ status: 200, body: { total: 1 } })
  })

  test('when the day has changed in the office’s time zone, and with it what is overdue', async () => {
    const { db, services, clock, ada, ben } = office
    await services.settings.change({ timeZone: 'Asia/Tokyo', idleMinutes: 1440 })
    await buildRequest(db, { requesterId: ada.id, dueDate: '2026-03-10' })
    const etag = await tagFor(ben, '?overdue=true')
    clock.set('2026-03-10T14:59:59.000Z')
    await list(ben)
    await services.sessions.settled()
    const later = await tagFor(ben, '?overdue=true')
    expect((await list(ben, later, '?overdue=true')).body).toBeNull()
    clock.set('2026-03-10T15:00:00.000Z')
    for (const known of [etag, later]) {
      expect(await list(ben, known, '?overdue=true')).toMatchObject({ status: 200, body: { total: 1 } })
    }
  })

  test('when the day has changed while the list was looked up', async () => {
    const { db, services, clock, ada, ben } = office
    await services.settings.change({ timeZone: 'Asia/Tokyo', idleMinutes: 1440 })
    await buildRequest(db, { requesterId: ada.id, title: 'Tulips', dueDate: '2026-03-10' })
    clock.set('2026-03-10T14:59:59.000Z')
    await list(ben)
    await services.sessions.settled()
    const { etag } = await list(ben, null, '?overdue=true&search=tulips')
    const { readInWorker } = db
    const midnight = vi.spyOn(db, 'readInWorker').mockImplementation(async (query) => {
      const rows = await readInWorker(query)
      clock.set('2026-03-10T15:00:00.000Z')
      return rows
    })
    expect((await list(ben, etag, '?overdue=true&search=tulips')).status).toBe(304)
    midnight.mockRestore()
    clock.set('2026-03-10T15:00:00.000Z')
    expect(await list(ben, etag, '?overdue=true&search=tulips')).toMatchObject({ status: 200, body: { total: 1 } })
  })
})
