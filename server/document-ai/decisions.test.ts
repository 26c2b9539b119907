import { expect, test } from 'vitest'
import { get, patch, post, put } from '../testing/app.ts'
import { decidingOffice } from '../testing/document-ai.ts'
import { buildRole } from '../testing/roles.ts'

const { office, readMinutes, readAgain, decide, decideAll, edit, requestsStored } = await decidingOffice()
const { app, db, ada, ben, cleo, dan } = office

test('an accepted proposal becomes a request with the document attached and the passage linked', async () => {
  const reading = await readMinutes()
  const [first] = reading.proposals
  const { statusCode, body } = await decide(first!, { decision: 'accept' })
  expect(statusCode).toBe(200)
  expect(body).toMatchObject({
    state: 'accepted',
    decidedBy: { firstName: 'Ben' },
    request: { requestId: 'RFD-2026-0001', status: 'pending' },
    version: 2,
  })
  const request = await get(app, ada, `/api/requests/${body.request.id}`)
  expect(request.body).toMatchObject({
    title: 'The portal should show the remaining quantity by 2026-12-01',
    dueDate: '2026-12-01',
    requesterId: ben.id,
    priority: first!.priority,
    department: first!.department,
  })
  const { sources } = (await get(app, ada, `/api/requests/RFD-2026-0001/sources`)).body
  expect(sources).toEqual([
    {
      documentId: expect.any(String),
      documentName: 'Minutes of May.pdf',
      place: first!.place,
      passage: first!.passage,
    },
  ])
  const [attached] = await db.read.selectFrom('documents').selectAll().where('request_number', '=', 1).execute()
  expect(attached).toMatchObject({ id: sources[0].documentId, name: 'Minutes of May.pdf', uploaded_by_id: ben.id })
  expect(attached!.id).not.toBe(reading.document.id)
  expect((await readAgain(reading.id)).counts).toEqual({ open: 2, accepted: 1, refused: 0 })
  const res = await get(app, ada, '/api/requests?search=remaining%20quantity')
  expect(res.body.total).toBe(1)
  const history = await get(app, ada, `/api/requests/${body.request.id}/history`)
  expect(history.body[0]).toMatchObject({ action: 'created', actor: { firstName: 'Ben' } })
  const audited = await db.read.selectFrom('audit_log').select('action').where('action', 'like', '%proposal%').execute()
  expect(audited).toEqual([{ action: 'ai.proposal-accepted' }])
})

test('a proposal without a date cannot be accepted without one', async () => {
  const { proposals } = await readMinutes()
  const refused = await decide(proposals[1]!, { decision: 'accept' })
  expect(refused).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'dueDate', message: 'Due date is required' }] },
  })
  expect(await requestsStored()).toEqual([])
  const { body } = await decide(proposals[1]!, { decision: 'accept', dueDate: '2026-05-01' })
  expect(body).toMatchObject({ state: 'accepted', dueDate: '2026-05-01', edited: ['dueDate'] })
  expect(await requestsStored()).toMatchObject([{ due_date: '2026-05-01' }])
})

test('the request gets the edited values, and the proposed ones stay stored', async () => {
  const { proposals } = await readMinutes()
  const changed = { title: 'Show the remaining quantity', priority: 'critical', dueDate: '2026-06-01' }
  const { body } = await edit(proposals[0]!, changed)
  expect(body).toMatchObject({ ...changed, version: 2, state: 'open' })
  expect(body.edited).toEqual(expect.arrayContaining(['title', 'dueDate']))
  await decide(body, { decision: 'accept' })
  expect(await requestsStored()).toMatchObject([{ title: changed.title, priority: 'critical', due_date: '2026-06-01' }])
  const [stored] = await db.read
    .selectFrom('document_proposals')
    .select('suggested')
    .where('position', '=', 1)
    .execute()
  expect(JSON.parse(stored!.suggested)).toMatchObject({ title: proposals[0]!.title, dueDate: '2026-12-01' })
})

test('a proposal for a department retired since becomes a request of its successor', async () => {
  const { proposals } = await readMinutes()
  const { department } = proposals[0]!
  const successor = department === 'compliance' ? 'operations' : 'compliance'
  const retirement = `/api/settings/departments/${department}/retirement`
  expect((await put(app, cleo, retirement, { successor })).statusCode).toBe(200)
  const { statusCode, body } = await decide(proposals[0]!, { decision: 'accept' })
  expect(statusCode).toBe(200)
  expect(body).toMatchObject({ state: 'accepted', department: successor })
  expect(await requestsStored()).toMatchObject([{ department: successor }])
})

test('a stale edit is refused with the present proposal', async () => {
  const { proposals } = await readMinutes()
  await edit(proposals[0]!, { title: 'First' })
  const late = await edit(proposals[0]!, { title: 'Second' }, cleo)
  expect(late).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { title: 'First', version: 2 } },
  })
  const both = await Promise.all([edit(proposals[1]!, { title: 'A' }), edit(proposals[1]!, { title: 'B' }, cleo)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test.each([
  [{ title: ' ' }, 'title'],
  [{ title: 'x'.repeat(201) }, 'title'],
  [{ department: 'nowhere' }, 'department'],
  [{ priority: 'urgent' }, 'priority'],
  [{ dueDate: '2026-02-31' }, 'dueDate'],
])('an edit with %o names the field', async (body, path) => {
  const { proposals } = await readMinutes()
  expect(await edit(proposals[0]!, body)).toMatchObject({ statusCode: 400, body: { details: [{ path }] } })
})

test('a decided proposal is neither edited nor decided again', async () => {
  const { proposals } = await readMinutes()
  await decide(proposals[0]!, { decision: 'refuse' })
  expect((await edit({ ...proposals[0]!, version: 2 }, { title: 'x' })).statusCode).toBe(409)
  expect(await decide(proposals[0]!, { decision: 'accept' }, cleo)).toMatchObject({
    statusCode: 409,
    body: { code: 'wrong-status', error: 'Ben Marlow has already set this aside.' },
  })
  expect(await requestsStored()).toEqual([])
})

test('a proposal that was dismissed can be reopened', async () => {
  const { proposals } = await readMinutes()
  expect((await decide(proposals[0]!, { decision: 'refuse' })).body.state).toBe('refused')
  expect((await decide(proposals[0]!, { decision: 'undo' })).body).toMatchObject({ state: 'open', decidedAt: null })
  expect((await decide(proposals[0]!, { decision: 'undo' })).statusCode).toBe(409)
})

test('undoing an acceptance cancels the request, and the proposal can be accepted again', async () => {
  const { proposals } = await readMinutes()
  await decide(proposals[0]!, { decision: 'accept' })
  const { body } = await decide(proposals[0]!, { decision: 'undo' })
  expect(body).toMatchObject({ state: 'open', request: null, decidedBy: null })
  expect(await requestsStored()).toMatchObject([{ status: 'cancelled' }])
  const history = (await get(app, ben, '/api/requests/RFD-2026-0001/history')).body
  expect(history.at(-1)).toMatchObject({
    action: 'cancelled',
    reason: 'Created from a document by mistake: the proposal is open again.',
  })
  expect((await decide(proposals[0]!, { decision: 'accept' })).body.request.requestId).toBe('RFD-2026-0002')
  expect((await get(app, ben, '/api/requests/RFD-2026-0002/sources')).body.sources).toHaveLength(1)
})

test.each([
  ['commented on it', async (id: string) => post(app, ada, `/api/requests/${id}/comments`, { comment: 'On it.' })],
  ['changed it', async (id: string) => patch(app, cleo, `/api/requests/${id}`, { status: 'in_progress' })],
])('a request stays when somebody else has %s', async (_what, touch) => {
  const { proposals } = await readMinutes()
  const { body } = await decide(proposals[0]!, { decision: 'accept' })
  await touch(body.request.id)
  expect(await decide(proposals[0]!, { decision: 'undo' })).toMatchObject({
    statusCode: 409,
    body: { error: 'Somebody else has already worked on RFD-2026-0001, so it stays.' },
  })
  expect((await requestsStored())[0]!.status).not.toBe('cancelled')
  expect((await get(app, ben, `/api/requests/${body.request.id}/sources`)).body.sources).toHaveLength(1)
})

test('a proposal whose request was cancelled by hand is open again when undone', async () => {
  const { proposals } = await readMinutes()
  const { body } = await decide(proposals[0]!, { decision: 'accept' })
  await put(app, ben, `/api/requests/${body.request.id}/cancel`)
  expect((await decide(proposals[0]!, { decision: 'undo' })).body.state).toBe('open')
})

test('several proposals are decided independently', async () => {
  const reading = await readMinutes()
  const [first, second, third] = reading.proposals
  const items = [
    { proposalId: first!.id, decision: 'accept' },
    { proposalId: second!.id, decision: 'accept' },
    { proposalId: third!.id, decision: 'refuse' },
    { proposalId: 'nothing', decision: 'refuse' },
  ]
  const { statusCode, body } = await decideAll(reading, items, ben, 'all')
  expect(statusCode).toBe(200)
  expect(body).toMatchObject([
    { proposal: { state: 'accepted' }, error: null },
    { proposal: null, error: 'Due date is required' },
    { proposal: { state: 'refused' }, error: null },
    { proposal: null, error: 'There is no such proposal.' },
  ])
  expect((await decideAll(reading, items, ben, 'all')).body).toEqual(body)
  expect(await requestsStored()).toHaveLength(1)
  const back = [first!, third!].map(({ id }) => ({ proposalId: id, decision: 'undo' }))
  await decideAll(reading, back)
  expect((await readAgain(reading.id)).counts).toEqual({ open: 3, accepted: 0, refused: 0 })
})

test('a proposal of another reading cannot be decided through this one', async () => {
  const [one, other] = [await readMinutes(), await readMinutes()]
  const { body } = await decideAll(one, [{ proposalId: other.proposals[0]!.id, decision: 'refuse' }])
  expect(body).toMatchObject([{ error: 'There is no such proposal.' }])
  expect((await readAgain(other.id)).counts.refused).toBe(0)
})

test('decisions on a suggestion are stored for training, and deleted when undone', async () => {
  const { proposals } = await readMinutes()
  const [first] = proposals
  await decide((await edit(first!, { priority: 'critical' })).body, { decision: 'accept' })
  const learned = () => db.read.selectFrom('suggestion_decisions').select(['field', 'outcome', 'value']).execute()
  expect(await learned()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'responsibleDepartment', value: 'it' }),
      expect.objectContaining({ field: 'priority', value: 'critical' }),
    ]),
  )
  await decide(first!, { decision: 'undo' })
  expect(await learned()).toEqual([])
})

test('a decision counts against the values on the screen, which may differ from the engine’s own', async () => {
  const { proposals } = await readMinutes()
  for (const { id } of proposals.slice(0, 2)) await decide({ id }, { decision: 'accept', dueDate: '2026-12-01' })
  const engine = await db.read.selectFrom('suggestions').select('department').execute()
  expect(engine.map(({ department }) => department)).not.toContain('it')
  const decided = await db.read.selectFrom('suggestion_decisions').select(['suggested', 'value', 'outcome']).execute()
  const accepted = (value: string) => ({ suggested: value, value, outcome: 'accepted' })
  expect(decided).toEqual([accepted('medium'), accepted('it'), accepted('medium'), accepted('it')])
})

test('a correction counts also when the wording was changed with it, and after an undo', async () => {
  const { proposals } = await readMinutes()
  const [first] = proposals
  await decide((await edit(first!, { title: 'Show the remaining quantity', priority: 'high' })).body, {
    decision: 'accept',
  })
  const counted = () =>
    db.read.selectFrom('suggestion_decisions').select(['request_number', 'field', 'outcome', 'value']).execute()
  const priority = { field: 'priority', outcome: 'changed', value: 'high' }
  expect(await counted()).toContainEqual({ request_number: 1, ...priority })
  // The classification of another text is not that of the request.
  expect((await get(app, ben, '/api/ai/classification/RFD-2026-0001')).body).toBeNull()
  await decide(first!, { decision: 'undo' })
  expect(await counted()).toEqual([])
  await decide(first!, { decision: 'accept' })
  expect(await counted()).toContainEqual({ request_number: 2, ...priority })
})

test('deciding needs the permission to submit requests', async () => {
  const reading = await readMinutes()
  await buildRole(db, { id: 'reader', permissions: ['ai.documents'], people: [dan.id] })
  office.services.sessions.forgetAll()
  expect((await decide(reading.proposals[0]!, { decision: 'accept' }, dan)).statusCode).toBe(403)
  const all = await decideAll(reading, [{ proposalId: reading.proposals[0]!.id, decision: 'accept' }], dan)
  expect(all.statusCode).toBe(403)
  expect(await requestsStored()).toEqual([])
})

test('the source sentence of a request that is not visible does not exist', async () => {
  const { proposals } = await readMinutes()
  const { body } = await decide(proposals[0]!, { decision: 'accept' })
  const address = `/api/requests/${body.request.id}/sources`
  expect((await get(app, dan, address)).statusCode).toBe(200)
  await office.services.settings.change({ visibility: 'own' })
  expect((await get(app, dan, address)).statusCode).toBe(404)
})
