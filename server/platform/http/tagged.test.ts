import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, patch, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

const PARTS = ['', '/history', '/comments']

test.each(PARTS)('an unchanged request%s is answered 304 without a body, a changed one whole', async (part) => {
  const { app, db, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const address = `/api/requests/${id}${part}`
  const first = await get(app, ada, address)
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', etag: expect.stringMatching(/^W\/"/) })
  const known = { 'if-none-match': String(first.headers.etag) }
  const again = await get(app, ada, address, known)
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')

  await patch(app, ben, `/api/requests/${id}`, { title: 'Another title' })
  await post(app, ben, `/api/requests/${id}/comments`, { comment: 'Look again' })
  const changed = await get(app, ada, address, known)
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(first.headers.etag)
})

test.each(PARTS)('a tag reveals nothing of a request%s that the caller may not see', async (part) => {
  const { app, db, ada } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const address = `/api/requests/${id}${part}`
  const known = { 'if-none-match': String((await get(app, ada, address)).headers.etag) }
  expect((await get(app, null, address, known)).statusCode).toBe(401)
  expect((await get(app, ada, `/api/requests/nothing${part}`, known)).statusCode).toBe(404)
})
