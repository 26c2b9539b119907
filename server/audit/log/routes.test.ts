import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../shared/audit.ts'
import { del, get, patch, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Person } from '../../testing/cast.ts'
import { recordAny } from '../../testing/audit.ts'
import { TEST_SEALER } from '../../testing/database.ts'

const office = await officeOfFile()

const PROFILE = { firstName: 'Ada', lastName: 'Quint', email: 'ada@office.example', department: 'Operations' }
const AT = { actorId: null, address: '203.0.113.9' }

async function list(query = '', person: Person = office.cleo) {
  await TEST_SEALER.sealAll(office.db)
  const res = await get(office.app, person, `/api/audit${query}`)
  return { ...res, entries: (res.body.entries ?? []) as AuditEntry[] }
}
const actions = async (query = '') => (await list(query)).entries.map(({ action }) => action)
const write = async (...events: Parameters<typeof recordAny>[2][]) =>
  office.db.write(async (tx) => {
    for (const event of events) await recordAny(tx, office.clock, event)
  })
const news = async (after: number, headers: Record<string, string> = {}) => {
  await TEST_SEALER.sealAll(office.db)
  return get(office.app, office.cleo, `/api/audit/news?after=${after}`, headers)
}

test('only people who may read the audit log read it, and after losing that they are refused at the next call', async () => {
  const { app, ada, ben, cleo, db } = office
  for (const path of ['/api/audit', '/api/audit/news?after=0']) {
    expect((await get(app, null, path)).statusCode).toBe(401)
    expect((await get(app, ada, path)).statusCode).toBe(403)
    expect((await get(app, ben, path)).statusCode).toBe(403)
    expect((await get(app, cleo, path)).statusCode).toBe(200)
  }
  await db.write((tx) => tx.updateTable('users').set({ role_id: 'user' }).where('id', '=', cleo.id).execute())
  office.services.sessions.forgetUser(cleo.id)
  expect((await news(0)).statusCode).toBe(403)
})

test('an entry says who did what to what, from where, and its place in the chain', async () => {
  const { app, ada } = office
  const request = await buildRequest(office.db, { requesterId: ada.id })
  await put(app, ada, `/api/requests/${request.id}/cancel`)
  // Refusals of earlier tests may be written late.
  const [read, cancelled] = (await list()).entries.filter(({ action }) => action !== 'access.denied')
  expect(read).toMatchObject({ action: 'audit.read', actor: { name: 'Cleo Varga' }, address: '127.0.0.1' })
  expect(cancelled).toMatchObject({
    action: 'request.cancelled',
    actor: { id: ada.id, name: 'Ada Quint' },
    target: { type: 'request', id: request.id, name: request.request_id },
    seq: expect.any(Number),
    previousHash: expect.stringMatching(/[\da-f]{64}$/),
    hash: expect.stringMatching(/^[\da-f]{8}:[\da-f]{64}$/),
  })
})

test('reading the log is recorded, once a minute however many pages are read', async () => {
  for (let i = 0; i < 3; i++) await list('?limit=1')
  expect(await actions()).toEqual(['audit.read'])
  office.clock.forward(61_000)
  expect(await actions()).toEqual(['audit.read', 'audit.read'])
})

test('pages are read from the newest back, and new entries do not shift them', async () => {
  await write(...Array.from({ length: 7 }, (_, i) => ({ ...AT, action: `step ${i + 1}` })))
  const first = await list('?limit=3')
  await write({ ...AT, action: 'step 8' })
  const second = await list(`?limit=3&before=${first.body.older}`)
  const third = await list(`?limit=3&before=${second.body.older}`)
  const steps = [first, second, third].flatMap(({ entries }) => entries.map(({ action }) => action))
  expect(steps).toEqual(['audit.read', 'step 7', 'step 6', 'step 5', 'step 4', 'step 3', 'step 2', 'step 1'])
  expect(third.body.older).toBeNull()
})

test('the log is filtered by person, group, target, day, address and text', async () => {
  const { app, ada, cleo } = office
  await put(app, ada, '/api/profile', { ...PROFILE, firstName: 'Adele' })
  const { request_id, id } = await buildRequest(office.db, { requesterId: ada.id })
  await put(app, ada, `/api/requests/${id}/cancel`)
  await write({ ...AT, action: 'session.refused', details: { note: 'Käse_100%' } })
  const later = () => new Date('2026-03-12T23:30:00.000Z')
  const damage = { ...AT, address: '2001:db8::7', action: 'audit.damage-found', details: { damage: 'cut' } }
  await office.db.write((tx) => recordAny(tx, later, damage))
  const without = (names: string[]) => names.filter((action) => action !== 'audit.read')
  const actionsOf = async (query: string) => without(await actions(query))

  expect(await actionsOf(`?person=${ada.id}`)).toEqual(['request.cancelled', 'profile.changed'])
  expect(await actions(`?person=${cleo.id}`)).toEqual(['audit.read'])
  expect(await actionsOf('?group=sign-ins')).toEqual(['session.refused'])
  for (const spelled of [request_id.toLowerCase(), request_id.replace(/-0+/, '-')]) {
    expect(await actionsOf(`?target=${spelled}`)).toEqual(['request.cancelled'])
  }
  expect(await actionsOf(`?target=${ada.id}`)).toEqual(['profile.changed'])
  expect(await actionsOf('?from=2026-03-11')).toEqual(['audit.damage-found'])
  expect(await actionsOf('?to=2026-03-11')).toEqual(['session.refused', 'request.cancelled', 'profile.changed'])
  expect(await actionsOf('?from=2026-03-12&to=2026-03-12')).toEqual(['audit.damage-found'])
  expect(await actionsOf('?from=2027-01-01')).toEqual([])
  expect(await actionsOf('?to=2025-01-01')).toEqual([])
  expect(await actionsOf('?address=203.0')).toEqual(['session.refused'])
  expect(await actionsOf('?address=2001:DB8')).toEqual(['audit.damage-found'])
  expect(await actionsOf('?address=03.0')).toEqual([])
  expect(await actionsOf('?text=se_100%25')).toEqual(['session.refused'])
  expect(await actionsOf('?text=CANCELLED')).toEqual(['request.cancelled'])
  expect(await actionsOf('?text=_')).toEqual(['session.refused'])
})

test.each(['Überprüfung', 'überprüfung', 'ÜBERPRÜFUNG', 'élan', 'Überprüfung Élan', 'кадров'])(
  'the text %s finds its words whatever their case',
  async (text) => {
    const details = { name: 'Überprüfung Élan', before: 'ОТДЕЛ КАДРОВ' }
    await write({ ...AT, action: 'department.renamed', details }, { ...AT, action: 'session.refused' })
    const matches = await actions(`?text=${encodeURIComponent(text)}`)
    expect(matches.filter((action) => action !== 'audit.read')).toEqual(['department.renamed'])
  },
)

const STORED = `agent’s main-d’œuvre, Søren Łukasz Straße, déjà‑vu – n° ٤٧١١; الإدارة; שָׁלוֹם; Đặng, co\u00adoperation; “big”\u00a0form; Ångström`

test.each([
  "agent's",
  'agent´s',
  "MAIN-D'OEUVRE",
  'soren lukasz',
  'STRASSE',
  'deja-vu - n° 4711',
  'déjà—vu',
  '۴۷۱۱',
  'الاداره',
  'שלום',
  'dang',
  'cooperation',
  'co\u200boperation',
  '"big" form',
  '„big“ form',
  'ａｎｇｓｔｒｏｍ',
])('the text %s finds an entry that spells it in another way', async (text) => {
  const other = { name: 'another', reason: 'agent main deja 471 form' }
  await write(
    { ...AT, action: 'department.renamed', details: { name: 'x', before: STORED } },
    { ...AT, action: 'department.added', details: other },
  )
  const { entries } = await list(`?text=${encodeURIComponent(text)}`)
  const shown = entries.filter(({ action }) => action !== 'audit.read')
  expect(shown).toMatchObject([{ action: 'department.renamed', details: { before: STORED } }])
})

test('a piece of the details as they are exported is found, too', async () => {
  const details = { name: 'The "big" form \\ Ü', count: 7 }
  await write({ ...AT, action: 'department.renamed', details }, { ...AT, action: 'department.added' })
  for (const text of ['the "BIG" form', String.raw`form \ u`, 'ü","count":7', String.raw`"the \"big\"`]) {
    const matches = await actions(`?text=${encodeURIComponent(text)}`)
    expect(
      matches.filter((action) => action !== 'audit.read'),
      text,
    ).toEqual(['department.renamed'])
  }
})

test('entries about a withdrawn invitation name its person, although the account is gone', async () => {
  const { app, cleo } = office
  const eva = { fullName: 'Eva Stone', username: 'eva', email: 'eva@office.example', role: 'user' }
  const { person } = (await post(app, cleo, '/api/people', eva)).body
  await del(app, cleo, `/api/people/${person.id}/invitation`)
  const { entries } = await list(`?target=${person.id}`)
  expect(entries.map(({ action, target }) => [action, target?.name])).toEqual([
    ['invitation.withdrawn', 'Eva Stone'],
    ['user.invited', 'Eva Stone'],
  ])
})

test('an entry older than the address column shows, and is found by, the address in its details', async () => {
  await write({ ...AT, address: null, action: 'session.started', details: { address: '198.51.100.4', endedOldest: 0 } })
  const { entries } = await list('?address=198.51')
  expect(entries).toMatchObject([{ address: '198.51.100.4', details: { endedOldest: 0 } }])
})

test.each(['?before=0', '?limit=101', '?from=yesterday', '?group=nonsense', '?colour=red', '?after=1'])(
  '%s is refused',
  async (query) => {
    expect((await list(query)).statusCode).toBe(400)
  },
)

// The databases compare such dates differently.
test.each(['?from=0000-01-01', '?to=9999-12-31'])('%s is refused, also for an export', async (query) => {
  const details = [{ path: query.slice(1).split('=')[0] }]
  expect(await list(query)).toMatchObject({ statusCode: 400, body: { details } })
  const exported = await get(office.app, office.cleo, `/api/audit/export.csv${query}`)
  expect(exported).toMatchObject({ statusCode: 400, body: { details } })
})

test('entries after a position in the chain are returned once, and an unchanged answer is 304', async () => {
  await write({ ...AT, action: 'one' })
  // The second read seals the entry of this first one.
  await list()
  const { newest } = (await list()).body
  const none = await news(newest)
  expect(none.body).toEqual({ entries: [], newest, isCut: false })
  expect((await news(newest, { 'if-none-match': String(none.headers.etag) })).statusCode).toBe(304)
  await write({ ...AT, action: 'two' })
  const some = await news(newest)
  expect(some.body.entries.map(({ action }: AuditEntry) => action)).toEqual(['two'])
  expect((await news(some.body.newest)).body.entries).toEqual([])
})

test('polling without new entries is not recorded, and receiving some is recorded as a read', async () => {
  // The second read seals the entry of this first one.
  await list()
  const { newest } = (await list()).body
  office.clock.forward(120_000)
  for (let i = 0; i < 3; i++) await news(newest)
  expect((await news(newest)).body.entries).toEqual([])
  await write({ ...AT, action: 'two' })
  await news(newest)
  expect((await news(newest + 1)).body.entries).toMatchObject([{ action: 'audit.read' }])
  office.clock.forward(120_000)
  await news(newest + 1)
  expect((await news(newest + 2)).body.entries).toEqual([])
})

test('more news than fit on a page are cut, and marked as cut', async () => {
  await write(...Array.from({ length: 60 }, (_, i) => ({ ...AT, action: `step ${i}` })))
  const { body } = await news(0)
  expect(body.entries).toHaveLength(50)
  expect(body).toMatchObject({ isCut: true, newest: 60 })
})

test('the news are filtered like the log', async () => {
  await write({ ...AT, action: 'session.refused' }, { ...AT, action: 'audit.damage-found' })
  await TEST_SEALER.sealAll(office.db)
  const { body } = await get(office.app, office.cleo, '/api/audit/news?after=0&group=sign-ins')
  expect(body.entries).toMatchObject([{ action: 'session.refused' }])
})

test('a call that runs in the same commit as others keeps its own address', async () => {
  const { app, ada, dan } = office
  const submit = (person: Person, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/api/requests',
      remoteAddress,
      headers: { authorization: `Bearer ${person.token}` },
      payload: { title: 'x', description: 'y', priority: 'low', department: 'it', dueDate: '2026-05-01' },
    })
  await Promise.all([submit(ada, '192.0.2.1'), submit(dan, '192.0.2.2'), submit(ada, '192.0.2.1')])
  const { entries } = await list('?group=requests')
  const pairs = entries.map(({ actor, address }) => `${actor?.name} ${address}`).toSorted()
  expect(pairs).toEqual(['Ada Quint 192.0.2.1', 'Ada Quint 192.0.2.1', 'Dan Osei 192.0.2.2'])
})

test('an edit is recorded with old and new values, except for texts', async () => {
  const { app, ben, ada } = office
  const { id } = await buildRequest(office.db, { requesterId: ada.id })
  await patch(app, ben, `/api/requests/${id}`, { title: 'Another title', priority: 'critical', assignedToId: ben.id })
  const [entry] = (await list('?group=requests')).entries
  expect(entry!.details).toMatchObject({
    fields: expect.arrayContaining(['title', 'priority', 'assignedTo']),
    priority: { from: 'medium', to: 'critical' },
    assignedTo: { from: null, to: 'Ben Marlow' },
  })
  expect(JSON.stringify(entry)).not.toContain('Another title')
  await post(app, ben, `/api/requests/${id}/comments`, { comment: 'Secret words' })
  expect(JSON.stringify((await list()).entries)).not.toContain('Secret words')
})
