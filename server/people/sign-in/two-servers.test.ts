import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, type Client } from '../../../bench/client.ts'
import { type ServerProcess, startServer } from '../../../bench/server-process.ts'
import type { Db } from '../../platform/database/db.ts'
import { openPostgres } from '../../platform/database/postgres/postgres.ts'
import { Settings } from '../../settings/service.ts'
import { buildRequest } from '../../testing/build.ts'
import { buildCast, CAST_PASSWORD, type Person } from '../../testing/cast.ts'
import { buildSchema, TEST_ENGINE } from '../../testing/database.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Server {
  process: ServerProcess
  client: Client
}

// An embedded database has a single process: a second one on its folder exits with an error (`main.test.ts`).
describe.runIf(TEST_ENGINE === 'postgres')('two processes of the server on one PostgreSQL', () => {
  const clock = () => new Date()
  const secret = randomBytes(32).toString('hex')
  const folders: string[] = []
  let schema: Awaited<ReturnType<typeof buildSchema>>
  let db: Db
  let people: Awaited<ReturnType<typeof buildCast>>
  let first: Server
  let second: Server

  beforeAll(async () => {
    schema = await buildSchema()
    db = openPostgres(schema.url)
    await db.migrate()
    const config = { secretKey: Buffer.from(secret), passwordCost: { memory: 8, passes: 1, parallelism: 1 } }
    people = await buildCast({ db, clock, config, settings: new Settings({ db, clock }) })
    ;[first, second] = await Promise.all([start(), start()])
  })
  afterAll(async () => {
    for (const { client, process } of [first, second].filter(Boolean)) {
      client.close()
      await process.kill()
    }
    await db?.close()
    await schema?.drop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  async function start(): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'rfd-two-'))
    folders.push(folder)
    const environment = { DATABASE_URL: schema.url, DATA_DIR: folder, SECRET_KEY: secret, DEMO: 'off' }
    const process = await startServer({ ...environment, RATE_LIMITS: 'off' })
    return { process, client: clientOf(process.url) }
  }

  async function call({ client }: Server, person: Person, method: Method, path: string, body?: unknown) {
    const { status, text } = await client.send({ method, path: `/api${path}`, token: person.token, body })
    return { status, body: text === '' ? null : (JSON.parse(text) as Record<string, never>) }
  }

  /** A new session, through the first process. */
  async function signIn(person: Person): Promise<Person> {
    const { client } = first
    const body = { username: person.username, password: CAST_PASSWORD }
    const { text } = await client.send({ method: 'POST', path: '/api/auth/login', body })
    return { ...person, token: (JSON.parse(text) as { token: string }).token }
  }

  /** The second process's response before a change through the first one, and to the very next call after it. */
  async function aroundChange(ask: () => Promise<{ status: number }>, change: () => Promise<{ status: number }>) {
    const before = (await ask()).status
    expect((await change()).status).toBeLessThan(300)
    return [before, (await ask()).status]
  }

  test('a session ended by sign-out, by another person or from another session is refused by the other process on the next call', async () => {
    const { ada, cleo } = people
    const [one, two, three] = [await signIn(ada), await signIn(ada), await signIn(ada)]
    const as = (person: Person) => () => call(second, person, 'GET', '/requests')
    expect(await aroundChange(as(one), () => call(first, one, 'POST', '/auth/logout'))).toEqual([200, 401])
    expect(await aroundChange(as(two), () => call(first, three, 'DELETE', '/profile/sessions'))).toEqual([200, 401])
    const ended = () => call(first, cleo, 'DELETE', `/people/${ada.id}/sessions`)
    expect(await aroundChange(as(three), ended)).toEqual([200, 401])
  })

  test('who has a request open in one process is shown by the other, until they leave', async () => {
    const [ada, dan] = [await signIn(people.ada), await signIn(people.dan)]
    const { id } = await buildRequest(db, { requesterId: ada.id })
    const say = (server: Server, person: Person, activity: string) =>
      call(server, person, 'PUT', `/requests/${id}/presence`, {
        page: (person === ada ? 'a' : 'd').repeat(32),
        activity,
      })
    const patiently = { timeout: 300_000, interval: 20 }
    const seenByDan = async () => (await say(second, dan, 'looking')).body
    await say(first, ada, 'editing')
    await expect.poll(seenByDan, patiently).toMatchObject({ people: [{ id: ada.id, activity: 'editing' }] })
    await say(first, ada, 'gone')
    await expect.poll(seenByDan, patiently).toEqual({ people: [] })
  })

  test('a deactivated person is refused by the other process on the next call', async () => {
    const { cleo, dan } = people
    const deactivate = () => call(first, cleo, 'PUT', `/people/${dan.id}/deactivation`, {})
    const ask = () => call(second, dan, 'GET', '/requests')
    expect(await aroundChange(ask, deactivate)).toEqual([200, 401])
  })

  test('a person whose role loses a permission, or who is given a lesser role, is refused on the next call', async () => {
    const { ben, cleo } = people
    const roles = (await call(first, cleo, 'GET', '/roles')).body as unknown as {
      roles: { id: string; permissions: string[]; version: number }[]
    }
    const { permissions, version } = roles.roles.find(({ id }) => id === 'manager')!
    const statistics = () => call(second, ben, 'GET', '/dashboard/stats')
    const less = permissions.filter((one) => one !== 'dashboard.view')
    const edited = () => call(first, cleo, 'PUT', '/roles/manager', { permissions: less, version })
    expect(await aroundChange(statistics, edited)).toEqual([200, 403])

    const { id } = await buildRequest(db, { requesterId: cleo.id })
    let title = 0
    const edit = () => call(second, ben, 'PATCH', `/requests/${id}`, { title: `Weigh empty trucks ${++title}` })
    const person = (await call(first, cleo, 'GET', `/people/${ben.id}`)).body as unknown as { version: number }
    const demoted = () => call(first, cleo, 'PATCH', `/people/${ben.id}`, { role: 'user', version: person.version })
    expect(await aroundChange(edit, demoted)).toEqual([200, 403])
  })
})
