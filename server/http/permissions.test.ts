import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { type Permission, PERMISSIONS } from '../../shared/permissions.ts'
import { UNUSED_PERMISSIONS } from '../../shared/permission-words.ts'
import { FAIR_USE } from '../../shared/settings.ts'
import { testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { buildRole } from '../testing/roles.ts'
import { needsInWords, type StatedNeeds } from './needs.ts'

/** What is proven here becomes docs/permissions.md; `vitest -u` writes it. */
const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'permissions.md')

const office = await testApp()
const routes = await readRoutes()
beforeEach(() => office.reset())
afterAll(() => office.close())

const TEXT = { title: 'Weigh empty trucks, too', description: 'The weighbridge only knows full ones.' }
const VALUES = { department: 'it', priority: 'low' }
const NOTHING = '00000000-0000-4000-8000-000000000000'

/** What `{id}` stands for: a request of Ada, one of the caller, a batch of the caller, somebody who may do nothing, or nothing. */
type Subject = 'request' | 'own request' | 'own batch' | 'suggestion' | 'person' | 'none'

interface Sample {
  /** with `{id}` in it where it names the subject */
  body?: object
  id?: Subject
  query?: string
}

interface Case extends Sample {
  /** how it ends without the permission: refused with this status, or answered with something else */
  without: 403 | 404 | 'less'
  /** other permissions that would do as well */
  orElse?: Permission[]
  /** other permissions that it takes as well */
  also?: Permission[]
  /** where people see only their own requests */
  isOwnOnly?: boolean
}

const SEE_OTHERS: Case = { without: 404, isOwnOnly: true }
const CANCEL = { status: 'cancelled' }
const DECISION = { decisions: [{ field: 'priority', outcome: 'accepted' }] }

/** A call of each route that passes its contract, and for what is needed only sometimes a call that needs it. */
const SAMPLES: Record<string, Sample & { cases?: Partial<Record<Permission, Case>> }> = {
  'GET /api/requests': { cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } } },
  'POST /api/requests': { body: { ...TEXT, ...VALUES, dueDate: '2026-05-01' } },
  'PATCH /api/requests/{id}': {
    id: 'request',
    body: { title: 'Another' },
    cases: {
      'requests.assign': { body: { assignedToId: 'user-ben' }, without: 403 },
      'requests.cancelOwn': { id: 'own request', body: CANCEL, without: 403, orElse: ['requests.cancelAny'] },
      'requests.cancelAny': { body: CANCEL, without: 403 },
    },
  },
  'PUT /api/requests/{id}/cancel': {
    id: 'own request',
    cases: {
      'requests.cancelAny': { id: 'request', without: 403 },
      'requests.viewAll': { ...SEE_OTHERS, id: 'request' },
    },
  },
  'GET /api/requests/{id}': { id: 'request' },
  'GET /api/requests/{id}/history': { id: 'request' },
  'GET /api/requests/{id}/comments': { id: 'request' },
  'POST /api/requests/{id}/comments': { id: 'request', body: { comment: 'x' } },
  'GET /api/ai/classification/{id}': { id: 'request' },
  'GET /api/ai/analyze-request/{id}': { id: 'request' },
  'GET /api/ai/status': { cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } } },
  'POST /api/ai/classify-request': {
    body: TEXT,
    cases: { 'requests.viewAll': { ...SEE_OTHERS, id: 'request', body: { ...TEXT, requestId: '{id}' } } },
  },
  'POST /api/ai/feedback': {
    body: { suggestionId: NOTHING, ...DECISION },
    cases: {
      'requests.edit': { id: 'suggestion', body: { suggestionId: '{id}', ...DECISION }, without: 403 },
      'requests.viewAll': {
        ...SEE_OTHERS,
        id: 'suggestion',
        body: { suggestionId: '{id}', ...DECISION },
        also: ['requests.edit'],
      },
    },
  },
  'POST /api/ai/predict-time': {
    body: { ...TEXT, ...VALUES },
    cases: { 'requests.viewAll': { ...SEE_OTHERS, id: 'request', body: { ...TEXT, ...VALUES, requestId: '{id}' } } },
  },
  'POST /api/ai/user-assistant': {
    body: { message: 'How long does it take?', context: 'user_assistance' },
    cases: {
      'dashboard.view': { without: 'less', body: { message: 'How are we doing?', context: 'user_assistance' } },
    },
  },
  'POST /api/ai/similar': { body: TEXT },
  'POST /api/ai/batches': { body: {} },
  'POST /api/ai/batches/{id}/cancel': { body: {} },
  'POST /api/ai/batches/{id}/decisions': { id: 'own batch', body: { items: [{ itemId: 1, decision: 'skip' }] } },
  'POST /api/ai/batches/{id}/undo': { id: 'own batch', body: { decisionIds: [1] } },
  'POST /api/ai/train': { body: {} },
  'PUT /api/settings/ai': { body: { model: 'small' } },
  'POST /api/settings/ai/test': { body: {} },
  'PUT /api/settings/estimates': { body: { estimateDays: 'working' } },
  'PUT /api/settings/fair-use': { body: FAIR_USE },
  'PUT /api/settings/general': { body: { version: 1 } },
  'POST /api/settings/departments': { body: { name: 'Legal' } },
  'PUT /api/settings/departments/order': { body: { keys: FIRST_DEPARTMENTS.keys } },
  'PATCH /api/settings/departments/{id}': { body: { name: 'Legal' } },
  'PUT /api/settings/departments/{id}/retirement': { body: { successor: null, moveOpen: false } },
  'PUT /api/settings/security': { body: { version: 1 } },
  'GET /api/audit/news': { query: '?after=0' },
  'POST /api/people': { body: { fullName: 'Eva', username: 'eva', email: 'eva@office.example', role: 'own' } },
  'PATCH /api/people/{id}': { body: { version: 1, firstName: 'Eve' } },
  'POST /api/people/imports/preview': { body: { csv: 'full name,username,email,role' } },
  'POST /api/people/imports': {
    body: { csv: 'full name,username,email,role\nEva,eva,e@office.example,own', people: 1 },
  },
  'PUT /api/people/{id}/deactivation': {
    body: {},
    cases: { 'requests.assign': { id: 'person', body: { handOverTo: 'user-ben' }, without: 403 } },
  },
  'POST /api/people/{id}/links': { body: {} },
  'POST /api/see-as': { body: { personId: NOTHING } },
  'POST /api/roles': { body: { name: 'Another role', permissions: [] } },
  'PUT /api/roles/{id}': { body: { permissions: [], version: 1 } },
  'PUT /api/profile': {
    body: { firstName: 'Dan', lastName: 'Osei', email: 'dan@office.example', department: 'Compliance' },
  },
  'POST /api/profile/change-password': {
    body: { currentPassword: 'correct horse battery', newPassword: 'another horse battery' },
  },
}

interface Route {
  call: string
  tag: string
  isPublic: boolean
  needs: StatedNeeds | undefined
}

/** The routes as they say themselves what they need. */
async function readRoutes(): Promise<Route[]> {
  const { paths } = (await office.app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<{ tags: string[]; security?: []; 'x-needs'?: StatedNeeds }>({ ...methods }).map(
      ([method, { tags, security, 'x-needs': needs }]) => ({
        call: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{id}')}`,
        tag: tags[0]!,
        isPublic: security?.length === 0,
        needs,
      }),
    ),
  )
}

const closed = routes.filter(({ isPublic }) => !isPublic)

/** Dan in a role that may do just this. */
async function callAs(permissions: readonly Permission[], call: string, sample: Sample, isOwnOnly = false) {
  await office.reset()
  const { app, db, services, dan } = office
  if (isOwnOnly) await services.settings.change({ visibility: 'own' })
  const id = await buildSubject(sample.id ?? 'none')
  await buildRole(db, { id: 'own', permissions, people: [dan.id] })
  services.sessions.forgetAll()
  const [method, path] = call.split(' ') as ['GET', string]
  const payload = sample.body && JSON.stringify(sample.body).replace('{id}', id)
  const headers = { authorization: `Bearer ${dan.token}`, ...(payload && { 'content-type': 'application/json' }) }
  return app.inject({ method, url: path.replace('{id}', id) + (sample.query ?? ''), headers, payload })
}

async function buildSubject(subject: Subject): Promise<string> {
  const { db, ada, dan } = office
  // There is always one of somebody else to be seen or not.
  const { id, number } = await buildRequest(db, { requesterId: ada.id })
  const created_at = '2026-03-10T09:00:00.000Z'
  switch (subject) {
    case 'request':
      return id
    case 'own request':
      return (await buildRequest(db, { requesterId: dan.id })).id
    case 'own batch': {
      const batch = { id: NOTHING, created_by_id: dan.id, created_at, filter: '{}', with_time: 0, total: 0 }
      await db.write((tx) =>
        tx
          .insertInto('batches')
          .values({ ...batch, state: 'finished', ended_at: created_at })
          .execute(),
      )
      return NOTHING
    }
    case 'suggestion': {
      const values = { priority: 'low', development_type: 'UI', department: 'it', confidence: 0.5 } as const
      const made = { engine: 'local', engine_version: '1', created_at, text_hash: null, asked_by_id: null }
      const result = JSON.stringify({ details: [] })
      await db.write((tx) =>
        tx
          .insertInto('suggestions')
          .values({ id: NOTHING, request_number: number, result, ...values, ...made })
          .execute(),
      )
      return NOTHING
    }
    case 'person':
      await buildRole(db, { id: 'nothing', permissions: [], people: [ada.id] })
      return ada.id
    case 'none':
      return NOTHING
  }
}

const allBut = (...without: Permission[]) => PERMISSIONS.filter((one) => !without.includes(one))

test.each(closed)('$call needs what it says, and nothing else', async ({ call, needs }) => {
  expect(needs, 'The route says in its config what it needs').toBeDefined()
  const { all, oneOf, sometimes } = needs!
  const { cases = {}, ...sample } = SAMPLES[call] ?? {}
  const proven = new Set<Permission>()
  const statusFor = async (permissions: readonly Permission[]) => (await callAs(permissions, call, sample)).statusCode

  for (const permission of all) {
    expect(await statusFor(allBut(permission)), `without ${permission}`).toBe(403)
    proven.add(permission)
  }
  if (oneOf.length > 0) expect(await statusFor(allBut(...oneOf)), `without ${oneOf.join()}`).toBe(403)
  for (const permission of oneOf.length > 0 ? oneOf : [undefined]) {
    const least = permission ? [...all, permission] : all
    expect([400, 401, 403], `with ${least.join()} only`).not.toContain(await statusFor(least))
    if (permission) proven.add(permission)
  }
  for (const permission of Object.keys(sometimes) as Permission[]) {
    const one = cases[permission] ?? (permission === 'requests.viewAll' ? SEE_OTHERS : undefined)
    expect(one, `SAMPLES has a call for which ${call} needs ${permission}`).toBeDefined()
    await proveSometimes(call, { ...sample, ...one! }, permission, [...all, ...oneOf])
    proven.add(permission)
  }
  // The call with the least permissions has passed, so it needs none of the others.
  const others = PERMISSIONS.filter((one) => !proven.has(one))
  expect(others.length + proven.size).toBe(PERMISSIONS.length)
  expect(Object.keys(cases).every((one) => one in sometimes)).toBe(true)
})

async function proveSometimes(call: string, one: Case, permission: Permission, rest: readonly Permission[]) {
  const without = await callAs(allBut(permission, ...(one.orElse ?? [])), call, one, one.isOwnOnly)
  const has = await callAs([...new Set([...rest, ...(one.also ?? []), permission])], call, one, one.isOwnOnly)
  if (one.without === 'less') {
    expect([without.statusCode, has.statusCode]).toEqual([200, 200])
    expect(has.json(), `with ${permission}`).not.toEqual(without.json())
  } else {
    expect(without.statusCode, `without ${permission}`).toBe(one.without)
    expect([400, 401, 403, 404], `with ${permission}`).not.toContain(has.statusCode)
  }
}

test('every sample is one of a route that there is', () => {
  const calls = new Set(closed.map(({ call }) => call))
  expect(Object.keys(SAMPLES).filter((call) => !calls.has(call))).toEqual([])
})

test('the permissions that are shown as without effect are those that no route asks for', () => {
  const used = new Set(closed.flatMap(({ needs }) => (needs ? usedBy(needs) : [])))
  // It opens a page of its own, whose calls do not exist yet.
  used.add('reports.export')
  expect(PERMISSIONS.filter((one) => !used.has(one)).toSorted()).toEqual([...UNUSED_PERMISSIONS].toSorted())
})

const usedBy = ({ all, oneOf, sometimes }: StatedNeeds) => [
  ...all,
  ...oneOf,
  ...(Object.keys(sometimes) as Permission[]),
]

test('docs/permissions.md says what the routes need', async () => {
  const config = await resolveConfig(DOCUMENT)
  await expect(await format(documentOf(routes), { ...config, parser: 'markdown' })).toMatchFileSnapshot(DOCUMENT)
})

function documentOf(all: Route[]): string {
  const calls = all.toSorted((a, b) => (pathOf(a.call) < pathOf(b.call) ? -1 : 1))
  const lines = calls.map(
    ({ call, needs, isPublic }) => `- \`${shown(call)}\`: ${isPublic ? 'nothing' : needsInWords(needs!)}`,
  )
  const opened = PERMISSIONS.map((permission) => {
    const opens = calls.filter(({ needs }) => needs && usedBy(needs).includes(permission))
    return `- \`${permission}\`: ${opens.map(({ call }) => `\`${shown(call)}\``).join(', ') || 'nothing in this version'}`
  })
  return `# What each call needs

Written by \`server/http/permissions.test.ts\` from what the routes say in their \`config.needs\`; each line is proven by calling the
route with and without every permission. What a line does not name is not needed. Addresses are those below \`/api\`.

Where people see only their own requests, whatever is computed from requests (search, figures of the assistant, similar
requests, estimates, batches) leaves out those that the caller may not see; \`requests.viewAll\` shows them all.

${lines.join('\n')}

## What each permission opens

${opened.join('\n')}
`
}

const shown = (call: string) => call.replace('/api', '')
const pathOf = (call: string) => call.split(' ')[1]!
