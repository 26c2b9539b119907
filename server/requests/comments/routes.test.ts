import { expect, test } from 'vitest'
import { get, post } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRequest } from '../../testing/build.ts'

const office = await officeOfFile()

test('people who see a request can comment on it; comments come oldest first, even those of the same millisecond', async () => {
  const { app, db, ada, ben, dan } = office
  const { id, request_id } = await buildRequest(db, { requesterId: ada.id })
  const written = []
  for (const [person, comment] of [
    [dan, ' First\n'],
    [ben, 'Second'],
    [ada, 'Third'],
    [dan, 'Fourth'],
  ] as const) {
    const res = await post(app, person, `/api/requests/${id}/comments`, { comment })
    expect(res).toMatchObject({ statusCode: 201, body: { comment: comment.trim() } })
    written.push(res.body)
  }
  expect(written[0]).toEqual({
    id: expect.any(String),
    comment: 'First',
    createdAt: '2026-03-10T09:00:00.000Z',
    user: { firstName: 'Dan', lastName: 'Osei' },
    internal: false,
    editedAt: null,
    deletedAt: null,
    version: 1,
    mentions: [],
    mayChange: true,
  })
  const asAda = written.map((comment, i) => ({ ...comment, mayChange: i === 2 }))
  expect((await get(app, ada, `/api/requests/${id}/comments`)).body).toEqual(asAda)
  expect((await get(app, ada, `/api/requests/${request_id}/comments`)).body).toEqual(asAda)
})

test('a comment is in the history and in the search, and leaves version and dates alone', async () => {
  const { app, db, ada, dan, clock } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const before = (await get(app, ada, `/api/requests/${id}`)).body
  clock.forward(5000)
  await post(app, dan, `/api/requests/${id}/comments`, { comment: 'The weighbridge in Nordhafen, too' })
  expect((await get(app, ada, `/api/requests/${id}/history`)).body.at(-1)).toMatchObject({
    action: 'commented',
    field: null,
    actor: { firstName: 'Dan' },
    version: 1,
  })
  expect((await get(app, ada, '/api/requests?search=nordhafen')).body.requests).toEqual([
    { ...before, passage: { source: 'comment', text: 'The weighbridge in Nordhafen, too' } },
  ])
  expect((await get(app, ada, `/api/requests/${id}`)).body).toEqual(before)
})

test.each([
  [{}, 'Please enter a comment'],
  [{ comment: ' \n\t ' }, 'Please enter a comment'],
  [{ comment: 'x'.repeat(10_001) }, 'At most 10,000 characters; this has 10,001'],
  [{ comment: 'a\u0000' }, 'This text contains characters that cannot be stored'],
  [{ comment: 'x', author: 'ben' }, 'author is not known here'],
])('a comment like %j is refused', async (body, text) => {
  const { app, db, ada } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const res = await post(app, ada, `/api/requests/${id}/comments`, body)
  expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input', error: text } })
  expect((await get(app, ada, `/api/requests/${id}/comments`)).body).toEqual([])
})

test('who may not: nobody without a session, without the permission, or about a request that is not there', async () => {
  const { app, db, services, ada } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const url = `/api/requests/${id}/comments`
  expect((await get(app, null, url)).statusCode).toBe(401)
  expect((await post(app, null, url, { comment: 'x' })).statusCode).toBe(401)
  for (const nothing of ['/api/requests/RFD-2026-9999/comments', '/api/requests/nothing/comments']) {
    expect(await get(app, ada, nothing)).toMatchObject({ statusCode: 404, body: { details: [{ path: 'id' }] } })
    expect((await post(app, ada, nothing, { comment: 'x' })).statusCode).toBe(404)
  }
  await db.write((tx) => tx.updateTable('roles').set({ permissions: '[]' }).where('id', '=', 'user').execute())
  services.sessions.forgetAll()
  expect(await post(app, ada, url, { comment: 'x' })).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  expect((await get(app, ada, url)).body).toEqual([])
})
