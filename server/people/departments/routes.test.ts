import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backgroundJobs } from '../../background.ts'
import { verifyCounters } from '../../requests/counters/rebuild.ts'
import { del, get, patch, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { Settings } from '../../settings/service.ts'
import { settingsVersion } from '../../settings/settings-version.ts'
import { buildRequest } from '../../testing/build.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { TEST_ENGINE } from '../../testing/database.ts'

const DEPARTMENTS = '/api/settings/departments'
const office = await officeOfFile()

const startRunner = jobRunners()
const as = () => office.cleo
const add = (name: string) => post(office.app, as(), DEPARTMENTS, { name })
const rename = (key: string, name: string) => patch(office.app, as(), `${DEPARTMENTS}/${key}`, { name })
const retire = (key: string, successor: string | null = null, moves: object = {}) =>
  put(office.app, as(), `${DEPARTMENTS}/${key}/retirement`, { successor, ...moves })
const reinstate = (key: string) => del(office.app, as(), `${DEPARTMENTS}/${key}/retirement`)
const names = async () =>
  (await get(office.app, office.ada, '/api/departments')).body.departments.map((one: { name: string }) => one.name)
const stored = async () => (await get(office.app, as(), DEPARTMENTS)).body.departments
const draft = { title: 'T', description: 'D', priority: 'low', dueDate: '2026-05-01' }
const submit = (department: string) => post(office.app, office.ada, '/api/requests', { ...draft, department })
const audited = async () =>
  (
    await office.db.read
      .selectFrom('audit_log')
      .select(['action', 'target_id', 'details'])
      .where('action', 'like', 'department.%')
      .orderBy('id')
      .execute()
  ).map(({ action, target_id, details }) => [action, target_id, JSON.parse(details)])

test('only those who manage settings see and change the departments there', async () => {
  const { app, ada, ben } = office
  for (const [person, code] of [
    [null, 401],
    [ada, 403],
    [ben, 403],
  ] as const) {
    const calls = await Promise.all([
      get(app, person, DEPARTMENTS),
      post(app, person, DEPARTMENTS, { name: 'Legal' }),
      patch(app, person, `${DEPARTMENTS}/it`, { name: 'Legal' }),
      put(app, person, `${DEPARTMENTS}/order`, { keys: ['it', 'data', 'security', 'operations', 'compliance'] }),
      put(app, person, `${DEPARTMENTS}/it/retirement`, { successor: null }),
      del(app, person, `${DEPARTMENTS}/it/retirement`),
    ])
    expect(calls.map(({ statusCode }) => statusCode)).toEqual(calls.map(() => code))
  }
  expect((await get(app, null, '/api/departments')).statusCode).toBe(401)
  expect(await names()).toEqual(['IT Development', 'Data Management', 'Cybersecurity', 'Operations', 'Compliance'])
  expect(await audited()).toEqual([])
})

test('a new department has a key of its name and can be used at once', async () => {
  expect((await submit('legal-audit')).statusCode).toBe(400)
  const { body } = await add(' Legal & Audit ')
  expect(body.departments.at(-1)).toEqual({
    key: 'legal-audit',
    name: 'Legal & Audit',
    retiredAt: null,
    successor: null,
    requests: 0,
    open: 0,
    people: 0,
    openTo: null,
    isMoving: false,
  })
  expect((await submit('legal-audit')).statusCode).toBe(201)
  expect((await get(office.app, office.ben, '/api/requests?department=legal-audit')).body.total).toBe(1)
  expect((await get(office.app, office.ada, '/api/auth/validate')).body.user.departments.at(-1).key).toBe('legal-audit')
  expect(await audited()).toEqual([['department.added', 'legal-audit', { name: 'Legal & Audit' }]])
})

test('an addition that is sent twice under one key is made once', async () => {
  for (let i = 0; i < 2; i++) {
    const res = await post(office.app, as(), DEPARTMENTS, { name: 'Legal' }, { 'idempotency-key': 'lost-answer' })
    expect(res.statusCode).toBe(200)
    expect(res.body.departments.slice(5)).toMatchObject([{ key: 'legal' }])
  }
  expect(await audited()).toHaveLength(1)
})

test('a key is never used again, and a name stands once however it is written', async () => {
  await add('Legal Audit')
  await rename('legal-audit', 'Inspection')
  await add('Legal-Audit')
  await add('Юстиция')
  await add('Any')
  expect((await stored()).map(({ key }: { key: string }) => key).slice(5)).toEqual([
    'legal-audit',
    'legal-audit-2',
    'department',
    'any-2',
  ])
  expect(await add('ЮСТИЦИЯ')).toMatchObject({ statusCode: 400, body: { details: [{ path: 'name' }] } })
  expect(await rename('it', 'operations')).toMatchObject({ statusCode: 400, body: { details: [{ path: 'name' }] } })
  expect((await rename('it', 'IT development')).statusCode).toBe(200)
  expect((await rename('nowhere', 'Somewhere')).statusCode).toBe(404)
})

test('a new name is what people, requests and the assistant see from the next call on', async () => {
  const { app, ada } = office
  await put(app, ada, '/api/profile', {
    firstName: 'Ada',
    lastName: 'Quint',
    email: 'ada@office.example',
    department: 'Operations',
  })
  await rename('operations', 'Field Services')
  expect(await names()).toContain('Field Services')
  expect((await get(app, ada, '/api/profile')).body.department).toBe('Field Services')
  expect((await get(app, ada, '/api/auth/validate')).body.user.departments[3].name).toBe('Field Services')
  await submit('operations')
  const question = { message: 'How many requests are there in Field Services?', context: 'user_assistance' }
  expect((await post(app, office.ben, '/api/ai/user-assistant', question)).body.response).toContain(
    '1 request in Field Services',
  )
  expect(await audited()).toEqual([
    ['department.renamed', 'operations', { before: 'Operations', after: 'Field Services' }],
  ])
})

test('a department that somebody else has renamed since is not renamed unseen', async () => {
  const renamed = (name: string, previousName: string) =>
    patch(office.app, as(), `${DEPARTMENTS}/operations`, { name, previousName })
  expect((await renamed('Field Services', 'Operations')).statusCode).toBe(200)
  expect(await renamed('Ops', 'Operations')).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', details: [{ path: 'name' }], current: { name: 'Field Services' } },
  })
  // A repeated call, whose first answer was lost.
  expect((await renamed('Field Services', 'Operations')).statusCode).toBe(200)
  expect((await renamed('Ops', 'Field Services')).statusCode).toBe(200)
})

test('an account that was opened before its department was renamed is not saved with the old name', async () => {
  const { app, ada } = office
  const { version } = (await get(app, as(), `/api/people/${ada.id}`)).body
  await rename('operations', 'Field Services')
  const fields = { version, email: 'ada.quint@office.example', department: 'Operations' }
  expect(await patch(app, as(), `/api/people/${ada.id}`, fields)).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { department: 'Field Services', version: version + 1 } },
  })
})

test('requests are sorted by the order that was given', async () => {
  const { app, db, ada, ben } = office
  for (const department of ['it', 'compliance', 'data']) await buildRequest(db, { requesterId: ada.id, department })
  const keys = ['compliance', 'data', 'it', 'security', 'operations']
  expect((await put(app, as(), `${DEPARTMENTS}/order`, { keys })).statusCode).toBe(200)
  const { requests } = (await get(app, ben, '/api/requests?sort=department')).body
  expect(requests.map((row: { department: string }) => row.department)).toEqual(['compliance', 'data', 'it'])
  expect((await put(app, as(), `${DEPARTMENTS}/order`, { keys: keys.slice(1) })).body.code).toBe('stale-version')
  expect((await put(app, as(), `${DEPARTMENTS}/order`, { keys: [...keys, 'it'] })).body.code).toBe('stale-version')
})

test('a retired department gets no new requests, keeps its old ones findable, and can be reinstated', async () => {
  const { app, db, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, department: 'data' })
  const other = await buildRequest(db, { requesterId: ada.id, department: 'it' })
  expect((await retire('data')).statusCode).toBe(200)
  expect(await submit('data')).toMatchObject({ statusCode: 400, body: { details: [{ path: 'department' }] } })
  expect(await patch(app, ben, `/api/requests/${other.id}`, { department: 'data' })).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'department' }] },
  })
  // Editing another field leaves the retired department in place.
  expect((await patch(app, ben, `/api/requests/${id}`, { title: 'Changed', department: 'data' })).statusCode).toBe(200)
  expect((await get(app, ben, '/api/requests?department=data')).body.total).toBe(1)
  expect(await retire('data')).toMatchObject({ statusCode: 409, body: { code: 'wrong-status' } })
  expect((await reinstate('data')).statusCode).toBe(200)
  expect((await submit('data')).statusCode).toBe(201)
})

test('the last active department stays, and a successor has to be active', async () => {
  for (const key of ['it', 'data', 'security']) await retire(key)
  expect(await retire('operations', 'it')).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'successor' }] },
  })
  expect(await retire('operations', 'operations')).toMatchObject({ statusCode: 400 })
  for (const field of ['openTo', 'peopleTo']) {
    const refused = await retire('operations', null, { [field]: 'it' })
    expect(refused).toMatchObject({ statusCode: 400, body: { details: [{ path: field }] } })
  }
  await retire('operations')
  expect(await retire('compliance')).toMatchObject({ statusCode: 409, body: { code: 'wrong-status' } })
  expect((await submit('compliance')).statusCode).toBe(201)
})

test('open requests go where they are sent one by one, each with its history; finished ones stay', async () => {
  const { app, db, ada } = office
  const open = []
  for (let i = 0; i < 45; i++) open.push(await buildRequest(db, { requesterId: ada.id, department: 'data' }))
  const done = await buildRequest(db, { requesterId: ada.id, department: 'data', status: 'completed' })
  const { body } = await retire('data', null, { openTo: 'it' })
  expect(body.departments[1]).toMatchObject({ key: 'data', successor: null, openTo: 'it', open: 45, isMoving: true })
  const runner = startRunner(office, backgroundJobs(office.services))
  await expect.poll(async () => (await stored())[1], { timeout: 300_000 }).toMatchObject({ open: 0, isMoving: false })
  await runner.stop()
  expect((await stored())[1]).toMatchObject({ requests: 1, open: 0 })
  expect((await get(app, ada, `/api/requests/${done.id}`)).body.department).toBe('data')
  const { body: moved } = await get(app, ada, `/api/requests/${open[44]!.id}`)
  expect(moved).toMatchObject({ department: 'it', version: 2 })
  const history = (await get(app, ada, `/api/requests/${moved.id}/history`)).body
  expect(history.at(-1)).toMatchObject({ action: 'updated', field: 'department', old: 'data', new: 'it' })
  expect(history.at(-1).actor.firstName).toBe('Cleo')
  expect(await verifyCounters(db.read, 'UTC')).toEqual([])
})

test('the people of a retired department get another one, each with an entry in the audit log', async () => {
  const { app, ada, ben, dan } = office
  const department = async (id: string) => (await get(app, as(), `/api/people/${id}`)).body.department
  for (const { id } of [ada, dan]) {
    const { version } = (await get(app, as(), `/api/people/${id}`)).body
    await patch(app, as(), `/api/people/${id}`, { version, department: 'Operations' })
  }
  const bens = await department(ben.id)
  expect((await retire('operations', null, { peopleTo: 'it' })).body.departments[3]).toMatchObject({ people: 2 })
  const runner = startRunner(office, backgroundJobs(office.services))
  await expect.poll(async () => (await stored())[3], { timeout: 300_000 }).toMatchObject({ people: 0, isMoving: false })
  await runner.stop()
  expect(await Promise.all([ada, dan, ben].map(({ id }) => department(id)))).toEqual([
    'IT Development',
    'IT Development',
    bens,
  ])
  const entries = await office.db.read
    .selectFrom('audit_log')
    .select(['actor_id', 'target_id', 'details'])
    .where('action', '=', 'user.changed')
    .where('details', 'like', '%"to":"IT Development"%')
    .orderBy('target_id')
    .execute()
  expect(entries).toMatchObject([
    { actor_id: 'user-cleo', target_id: ada.id },
    { actor_id: 'user-cleo', target_id: dan.id },
  ])
})

test('a department that is brought back and retired again at once sends its requests where it was said last', async () => {
  const { db, ada } = office
  await buildRequest(db, { requesterId: ada.id, department: 'data' })
  await retire('data', null, { openTo: 'it' })
  await reinstate('data')
  await retire('data', null, { openTo: 'operations' })
  const runner = startRunner(office, backgroundJobs(office.services))
  await expect.poll(async () => (await stored())[1], { timeout: 300_000 }).toMatchObject({ open: 0, isMoving: false })
  await runner.stop()
  expect((await stored())[3]).toMatchObject({ key: 'operations', open: 1 })
})

test.runIf(TEST_ENGINE !== 'sqlite')(
  'another process that shares the database knows them with its next call',
  async () => {
    const { db, clock } = office
    const other = new Settings({ db, clock })
    expect((await other.policy()).departments.has('legal')).toBe(false)
    await add('Legal')
    const readAt = performance.now()
    // As in every authenticated call, which reads the version together with the session.
    const { rows } = await sql<{ version: string }>`select ${settingsVersion(db.read)} as version`.execute(db.read)
    expect((await other.policyOf(rows[0]!.version, readAt)).departments.has('legal')).toBe(true)
  },
)
