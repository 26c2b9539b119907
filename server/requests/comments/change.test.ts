import { expect, test } from 'vitest'
import { del, get, post, put } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { buildComment } from '../../testing/comments.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()

async function commented(comment = 'Ask @ben about the weighbridge') {
  const { app, db, ada, dan } = office
  const { id, number } = await buildRequest(db, { requesterId: ada.id })
  const { body } = await post(app, dan, `/api/requests/${id}/comments`, { comment })
  return { id, number, url: `/api/requests/${id}/comments`, comment: body }
}

const last = async (id: string) => (await get(office.app, office.ada, `/api/requests/${id}/history`)).body.at(-1)
const audited = async () =>
  office.db.read
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const version = async (id: string) => (await get(office.app, office.ada, `/api/requests/${id}`)).body.version

test('an edited comment says when, mentions anew, and leaves traces without its texts', async () => {
  const { app, db, ada, dan, clock } = office
  const { id, url, comment } = await commented()
  clock.forward(5000)
  const res = await put(app, dan, `/api/comments/${comment.id}`, { comment: ' Ask @ada \n' })
  const edited = {
    ...comment,
    comment: 'Ask @ada',
    editedAt: clock().toISOString(),
    version: 2,
    mentions: [{ username: 'ada', firstName: 'Ada', lastName: expect.any(String) }],
  }
  expect(res).toMatchObject({ statusCode: 200, body: edited })
  expect((await get(app, ada, url)).body).toMatchObject([{ ...edited, mayChange: false }])
  expect(await last(id)).toMatchObject({ action: 'comment-edited', commentId: comment.id, old: null, new: null })
  const entry = await audited()
  expect(entry.action).toBe('comment.edited')
  expect(entry.details).not.toMatch(/Ask|weighbridge/)
  expect(await version(id)).toBe(1)
  const people = await db.read.selectFrom('comment_mentions').select(['person_id', 'is_removed']).execute()
  expect(people.filter((mention) => mention.is_removed === 0)).toMatchObject([{ person_id: ada.id }])
})

test('an edit that changes nothing leaves no trace', async () => {
  const { app, dan } = office
  const { id, comment } = await commented()
  const res = await put(app, dan, `/api/comments/${comment.id}`, { comment: comment.comment })
  expect(res).toMatchObject({ statusCode: 200, body: { editedAt: null } })
  expect(await last(id)).toMatchObject({ action: 'commented' })
})

test('an edit of a text that is no longer stored is refused with the stored one; the same text again is not', async () => {
  const { app, dan } = office
  const { id, url, comment } = await commented()
  const edit = (text: string, version?: number) =>
    put(app, dan, `/api/comments/${comment.id}`, { comment: text, version })
  expect(await edit('One tab', 1)).toMatchObject({ statusCode: 200, body: { version: 2 } })
  const stale = await edit('Another tab', 1)
  expect(stale).toMatchObject({
    statusCode: 409,
    body: { code: 'stale-version', current: { comment: 'One tab', version: 2, mayChange: true } },
  })
  expect((await get(app, dan, url)).body).toEqual([stale.body.current])
  expect(await last(id)).toMatchObject({ action: 'comment-edited' })
  expect(await edit('One tab', 1)).toMatchObject({ statusCode: 200, body: { version: 2 } })
  expect(await edit('Another tab', 2)).toMatchObject({ statusCode: 200, body: { version: 3 } })
  expect(await edit('Without a version')).toMatchObject({ statusCode: 200, body: { version: 4 } })
})

test('a deleted comment stays as a trace without its text, which is nowhere any more', async () => {
  const { app, db, ada, dan, clock } = office
  const { id, url, comment } = await commented()
  const res = await del(app, dan, `/api/comments/${comment.id}`)
  const trace = { ...comment, comment: '', deletedAt: clock().toISOString(), mentions: [], mayChange: false }
  expect(res).toMatchObject({ statusCode: 200, body: trace })
  expect((await get(app, ada, url)).body).toEqual([trace])
  expect(await last(id)).toMatchObject({ action: 'comment-deleted', commentId: comment.id })
  expect(await audited()).toMatchObject({ action: 'comment.deleted' })
  expect(await version(id)).toBe(1)
  expect(await db.read.selectFrom('comment_mentions').selectAll().execute()).toEqual([])
  expect((await get(app, ada, '/api/requests?search=weighbridge')).body.total).toBe(0)
  for (const again of [
    await del(app, dan, `/api/comments/${comment.id}`),
    await put(app, dan, `/api/comments/${comment.id}`, { comment: 'x' }),
  ])
    expect(again).toMatchObject({ statusCode: 409, body: { code: 'wrong-status' } })
})

test('who may not: anybody but the author, nor about what they cannot see', async () => {
  const { app, db, services, ada, ben, cleo, dan } = office
  const { comment, number } = await commented()
  const url = `/api/comments/${comment.id}`
  for (const other of [ada, ben, cleo]) {
    expect(await put(app, other, url, { comment: 'x' })).toMatchObject({
      statusCode: 403,
      body: { code: 'not-allowed' },
    })
    expect(await del(app, other, url)).toMatchObject({ statusCode: 403 })
  }
  expect((await del(app, null, url)).statusCode).toBe(401)
  expect(await del(app, dan, '/api/comments/nothing')).toMatchObject({
    statusCode: 404,
    body: { details: [{ path: 'id' }] },
  })
  const note = await buildComment(db, { id: 'note', requestNumber: number, authorId: dan.id, isInternal: true })
  expect((await put(app, dan, `/api/comments/${note}`, { comment: 'x' })).statusCode).toBe(404)
  await services.settings.change({ visibility: 'own' })
  expect(await put(app, dan, url, { comment: 'x' })).toMatchObject({
    statusCode: 404,
    body: { details: [{ path: 'id' }] },
  })
  expect((await del(app, dan, url)).statusCode).toBe(404)
})

test.each([
  [{}],
  [{ comment: ' ' }],
  [{ comment: 'x'.repeat(10_001) }],
  [{ comment: 'x', internal: true }],
  [{ comment: 'x', version: '1' }],
])('an edit like %j is refused', async (body) => {
  const { app, dan } = office
  const { comment, url } = await commented()
  expect((await put(app, dan, `/api/comments/${comment.id}`, body)).statusCode).toBe(400)
  expect((await get(app, dan, url)).body).toEqual([comment])
})
