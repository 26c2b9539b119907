import { expect, test, vi } from 'vitest'
import type { Notice } from '../../shared/notices.ts'
import { del, get, patch, post, put } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { recordChanges, recordDecision } from '../requests/history/service.ts'
import { TEST_ENGINE } from '../testing/database.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'
import { scanHistory } from './scan.ts'

const office = await officeOfFile()

/** What the person's bell shows once everything is scanned, newest first: kind and reasons. */
async function bellOf(person: Person) {
  await scanHistory(office.services)
  const { notices } = (await get(office.app, person, '/api/notices')).body as { notices: Notice[] }
  return notices.map(({ code, reasons, values }) => ({ code, reasons: reasons.map((one) => one.code), values }))
}
const kindsOf = async (person: Person) => (await bellOf(person)).map(({ code }) => code)

const newRequest = { title: 'Weigh empty trucks', description: 'Too.', priority: 'low', dueDate: '2026-05-01' }
const say = async (person: Person, id: string, comment: string) => {
  office.clock.forward(1000)
  await post(office.app, person, `/api/requests/${id}/comments`, { comment })
}
/** Of Ada's, in a department without reviewers. */
const build = () => buildRequest(office.db, { requesterId: office.ada.id, department: 'operations' })
/** The same, and Ben works on it. */
const buildAssigned = () =>
  buildRequest(office.db, { requesterId: office.ada.id, assignedToId: office.ben.id, department: 'operations' })

test('a new request rings for those who review its department, and for nobody else', async () => {
  const { app, ada, ben, cleo, dan } = office
  await post(app, ada, '/api/requests', { ...newRequest, department: 'it' })
  expect(await bellOf(ben)).toMatchObject([{ code: 'created', reasons: ['department'], values: { department: 'it' } }])
  for (const person of [ada, cleo, dan]) expect(await bellOf(person)).toEqual([])
})

test('one change of several fields is one notice of the strongest kind, and never one’s own', async () => {
  const { app, ada, ben, cleo } = office
  const { id } = await build()
  await patch(app, cleo, `/api/requests/${id}`, { status: 'in_progress', assignedToId: ben.id, priority: 'high' })
  expect(await bellOf(ben)).toMatchObject([{ code: 'assigned', reasons: ['assigned'] }])
  expect(await bellOf(ada)).toMatchObject([
    { code: 'status', reasons: ['own'], values: { from: 'pending', to: 'in_progress' } },
  ])
  expect(await bellOf(cleo)).toEqual([])
})

test('the open pages of who got a notice, or marked one elsewhere, are told', async () => {
  const { app, services, ada, ben } = office
  const { id } = await buildAssigned()
  await say(ben, id, 'Noted.')
  const announce = vi.spyOn(services.events, 'announce')
  await scanHistory(services)
  expect(announce.mock.calls).toEqual([[{ kind: 'notices', personId: ada.id }]])
  await post(app, ada, '/api/notices/read', { all: true })
  expect(announce).toHaveBeenCalledTimes(2)
  announce.mockRestore()
})

test('a rejection comes with its reason', async () => {
  const { app, ada, ben } = office
  const { id } = await build()
  await patch(app, ben, `/api/requests/${id}`, { status: 'rejected', reason: 'Out of budget' })
  expect(await bellOf(ada)).toMatchObject([
    { code: 'declined', values: { to: 'rejected', reason: 'Out of budget', actor: { firstName: 'Ben' } } },
  ])
})

test('a question waits for the requester, or for the assignee when the requester asks; others get the comment', async () => {
  const { ada, ben, dan } = office
  const { id } = await buildAssigned()
  await say(dan, id, 'I need it, too.')
  await say(ben, id, 'Which tariff\n\nline?')
  expect(await bellOf(ada)).toMatchObject([
    { code: 'question', reasons: ['question', 'own'], values: { excerpt: 'Which tariff line?' } },
    { code: 'comment', reasons: ['own'] },
  ])
  expect(await bellOf(dan)).toMatchObject([{ code: 'comment', reasons: ['commented'] }])
  await say(ada, id, 'The first?')
  expect((await bellOf(ben))[0]).toMatchObject({ code: 'question', reasons: ['question', 'assigned', 'commented'] })
})

test('who no longer watches a request hears nothing of it but questions and assignments', async () => {
  const { app, ada, ben, cleo } = office
  const { id } = await buildAssigned()
  for (const person of [ada, ben]) await del(app, person, `/api/requests/${id}/watch`)
  await say(cleo, id, 'Noted.')
  await patch(app, cleo, `/api/requests/${id}`, { status: 'in_progress' })
  expect(await kindsOf(ada)).toEqual([])
  await say(cleo, id, 'Which one?')
  expect(await bellOf(ada)).toMatchObject([{ code: 'question', reasons: ['question'] }])
  await patch(app, cleo, `/api/requests/${id}`, { assignedToId: null })
  await patch(app, cleo, `/api/requests/${id}`, { assignedToId: ben.id })
  await say(cleo, id, 'It is yours again.')
  expect(await kindsOf(ben)).toEqual(['comment', 'assigned'])
  await put(app, ada, `/api/requests/${id}/watch`)
  await say(cleo, id, 'Done soon.')
  expect((await bellOf(ada))[0]).toMatchObject({ code: 'comment', reasons: ['own', 'watching'] })
})

test('whoever cannot see the request, or has no account that can be used, gets nothing', async () => {
  const { app, db, services, ada, ben, dan } = office
  const { id } = await buildAssigned()
  await put(app, dan, `/api/requests/${id}/watch`)
  await db.write((tx) =>
    tx.updateTable('users').set({ deactivated_at: '2026-03-10T08:00:00.000Z' }).where('id', '=', ada.id).execute(),
  )
  await services.settings.change({ visibility: 'own' })
  await say(ben, id, 'Who needs it?')
  await scanHistory(services)
  expect(await db.read.selectFrom('notices').select('id').execute()).toEqual([])
})

test('what a person does not want is not stored', async () => {
  const { app, ada, ben } = office
  const { id } = await buildAssigned()
  const { body } = await get(app, ada, '/api/profile/notices')
  const events = { ...body.events, comment: { app: false, mail: false } }
  await put(app, ada, '/api/profile/notices', { ...body, events })
  await say(ben, id, 'Noted.')
  await say(ben, id, 'Is it?')
  expect(await kindsOf(ada)).toEqual(['question'])
})

test('a change of many requests is one notice for each person, however often the scan looks meanwhile', async () => {
  const { app, services, ada, cleo } = office
  const requests = []
  for (let i = 0; i < 12; i++) requests.push(await build())
  for (const [i, { id }] of requests.entries()) {
    await patch(app, cleo, `/api/requests/${id}`, { status: 'in_progress' })
    if (i % 5 === 0) await scanHistory(services)
  }
  const { notices, unread } = (await get(app, ada, '/api/notices')).body
  expect(await bellOf(ada)).toHaveLength(1)
  expect(notices.length).toBe(1)
  expect(unread).toBe(1)
  expect((await bellOf(ada))[0]).toMatchObject({
    code: 'status',
    values: { count: 12, requests: 12, title: null, to: null },
  })
})

test('once a bundle is read, the next change rings by itself; new requests of a department are bundled whoever asks', async () => {
  const { app, ada, ben, dan } = office
  const submit = (person: Person) => post(app, person, '/api/requests', { ...newRequest, department: 'it' })
  for (const person of [ada, dan, ada, dan]) await submit(person)
  expect(await bellOf(ben)).toMatchObject([{ code: 'created', values: { count: 4, department: 'it', actor: null } }])
  await post(app, ben, '/api/notices/read', { all: true })
  await submit(ada)
  expect((await bellOf(ben)).map(({ values }) => values.count).toSorted()).toEqual([1, 4])
})

test('a bundle names its first requests and lists all of them, but for what its reader no longer sees', async () => {
  const { app, db, services, ada, ben, dan } = office
  const built = []
  for (let i = 0; i < 5; i++) built.push(await buildAssigned())
  for (const { id } of built) await say(ben, id, 'Noted.')
  const [bundle] = await bellOf(ada)
  const { notices } = (await get(app, ada, '/api/notices')).body as { notices: Notice[] }
  const numbers = built.map(({ request_id }) => request_id)
  expect(bundle).toMatchObject({ values: { count: 5, requests: 5, requestIds: numbers.slice(0, 3) } })
  const listed = async (person: Person, more = '') => {
    const { body } = await get(app, person, `/api/requests?notice=${notices[0]!.id}${more}`)
    return [body.total, body.requests.map(({ requestId }: { requestId: string }) => requestId)]
  }
  expect(await listed(ada)).toEqual([5, numbers.toReversed()])
  expect(await listed(ada, '&sort=title&order=asc&limit=2')).toEqual([5, [expect.any(String), expect.any(String)]])
  expect(await listed(ada, '&status=completed')).toEqual([0, []])
  expect(await listed(ada, `&search=${numbers[4]}`)).toEqual([1, [numbers[4]]])
  // Nobody reads another person's notices by their list.
  expect(await listed(dan)).toEqual([0, []])
  await services.settings.change({ visibility: 'own' })
  await db.write((tx) =>
    tx.updateTable('requests').set({ requester_id: ben.id }).where('request_id', 'in', numbers.slice(0, 2)).execute(),
  )
  const [left] = await bellOf(ada)
  expect(left).toMatchObject({ values: { requests: 3, requestIds: numbers.slice(2) } })
  expect(await listed(ada)).toEqual([3, numbers.slice(2).toReversed()])
})

test('several comments on one request are bundled and still name it', async () => {
  const { app, ada, ben } = office
  const { id, request_id } = await buildAssigned()
  for (const text of ['One.', 'Two.', 'Three.', 'Four.']) await say(ben, id, text)
  await scanHistory(office.services)
  const { notices } = (await get(app, ada, '/api/notices')).body
  expect(notices).toMatchObject([
    { code: 'comment', requestId: request_id, values: { count: 4, requests: 1, excerpt: null } },
  ])
})

test('comments on several requests are bundled with the number of requests, not of comments', async () => {
  const { ada, ben } = office
  const [one, other] = [await buildAssigned(), await buildAssigned()]
  for (const { id } of [one, one, one, other]) await say(ben, id, 'Noted.')
  await scanHistory(office.services)
  expect(await bellOf(ada)).toMatchObject([{ code: 'comment', values: { count: 4, requests: 2 } }])
})

test('entries older than a week ring no more, and two scans at once make nothing twice', async () => {
  const { app, db, clock, services, ada, ben } = office
  const { id } = await buildAssigned()
  await say(ben, id, 'Old.')
  const at = new Date(clock().getTime() - 8 * 86_400_000).toISOString()
  await db.write((tx) => tx.updateTable('request_history').set({ at }).execute())
  await scanHistory(services)
  expect(await db.read.selectFrom('notices').select('id').execute()).toEqual([])
  await patch(app, ben, `/api/requests/${id}`, { status: 'in_progress' })
  await Promise.allSettled([scanHistory(services), scanHistory(services)])
  expect(await db.read.selectFrom('notices').select('person_id').execute()).toEqual([{ person_id: ada.id }])
})

test('a mention is the strongest reason, and an internal note shows only to those who may read it', async () => {
  const { app, db, services, ada, ben, cleo } = office
  const { id } = await buildAssigned()
  await say(cleo, id, 'Please look, @ben and @ada.')
  expect(await bellOf(ada)).toMatchObject([{ code: 'mention', reasons: ['mention', 'own'] }])
  const [{ id: comment }] = (await get(app, ada, `/api/requests/${id}/comments`)).body
  await say(ben, id, 'Between us: is it @cleo?')
  await db.write((tx) => tx.updateTable('comments').set({ is_internal: 1 }).where('id', '!=', comment).execute())
  expect(await kindsOf(ada)).toEqual(['mention'])
  expect(await bellOf(cleo)).toMatchObject([{ code: 'mention', reasons: ['mention', 'question', 'commented'] }])
  await db.write((tx) => tx.updateTable('roles').set({ permissions: '[]' }).where('id', '=', 'admin').execute())
  services.sessions.forgetAll()
  expect(await bellOf(cleo)).toEqual([])
})

test('what a person wants by mail is queued once for each notice, in the app or not, and bundles are one', async () => {
  const { app, db, ada, ben, cleo } = office
  await put(app, cleo, '/api/settings/email', { host: '127.0.0.1', security: 'none', sender: 'rfd@office.example' })
  expect((await get(app, ada, '/api/profile/notices')).body.mail).toBe(true)
  const events = { ...DEFAULT_PREFERENCES.events, comment: { app: false, mail: true } }
  await put(app, ada, '/api/profile/notices', { ...DEFAULT_PREFERENCES, events })
  const { id } = await buildAssigned()
  await say(ben, id, 'Noted.')
  await patch(app, ben, `/api/requests/${id}`, { status: 'in_progress' })
  await scanHistory(office.services)
  const queued = () =>
    db.read
      .selectFrom('mail_notices as m')
      .innerJoin('notices as n', 'n.id', 'm.notice_id')
      .select(['n.person_id', 'n.code', 'n.count', 'n.in_app'])
      .execute()
  expect(await queued()).toEqual([{ person_id: ada.id, code: 'comment', count: 1, in_app: 0 }])
  expect(await kindsOf(ada)).toEqual(['status'])
  for (const text of ['One.', 'Two.', 'Three.', 'Four.']) await say(ben, id, text)
  await scanHistory(office.services)
  expect(await queued()).toEqual([{ person_id: ada.id, code: 'comment', count: 5, in_app: 0 }])
})

test.runIf(TEST_ENGINE === 'postgres')('an entry that commits after one with a higher id is not missed', async () => {
  const { db, services, ada, ben } = office
  const { number, version } = await buildAssigned()
  const entry = { request_number: number, at: office.clock().toISOString(), actor_id: ben.id, version }
  const [started, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = (to: string) =>
    ({ action: 'updated', field: 'status', old_value: null, new_value: to, reason: null }) as const
  const late = db.write(async (tx) => {
    // As every change does before its history.
    await tx.updateTable('users').set({ last_active_at: entry.at }).where('id', '=', ada.id).execute()
    await recordChanges(tx, { ...entry, version: 8 }, [change('completed')])
    started.resolve()
    await mayEnd.promise
  })
  await started.promise
  await db.write((tx) => recordChanges(tx, { ...entry, version: 9 }, [change('in_progress')]))
  const scan = scanHistory(services)
  setTimeout(mayEnd.resolve, 200)
  await Promise.all([late, scan])
  expect((await bellOf(ada)).map(({ values }) => values.to).toSorted()).toEqual(['completed', 'in_progress'])
})

test('the entries of one change are one notice also where a step of the scan ends between them', async () => {
  const { db, services, ada, ben } = office
  const { number } = await buildAssigned()
  const at = office.clock().toISOString()
  const entry = { request_number: number, at, actor_id: ben.id }
  const of = (action: 'updated', field: 'status' | 'assignedTo' | 'priority', new_value: string) =>
    ({ action, field, old_value: null, new_value, reason: null }) as const
  await db.write(async (tx) => {
    // The first step ends after 40 entries: the creation, 38 others, and the status.
    for (let i = 0; i < 38; i++)
      await recordDecision(tx, { ...entry, version: 1 }, { field: 'priority', suggested: 'low', became: 'high' })
    await recordChanges(tx, { ...entry, version: 2 }, [
      of('updated', 'status', 'in_progress'),
      of('updated', 'assignedTo', ada.id),
    ])
  })
  await scanHistory(services)
  const rows = await db.read.selectFrom('notices').select(['code', 'count']).orderBy('code').execute()
  expect(rows).toEqual([
    { code: 'assigned', count: 1 },
    { code: 'decision', count: 1 },
  ])
})
