import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../shared/text.ts'
import { get, patch, post, put, testApp } from '../../testing/app.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())

/** One character that folds to eighteen. */
const LIGATURE = 'ﷺ'

test('texts of ligatures are stored, found, and indexed at no more than twice the longest text', async () => {
  const { app, db, ada, ben } = office
  const description = LIGATURE.repeat(LIMITS.description)
  const draft = { title: LIGATURE.repeat(LIMITS.title), description, department: 'it', priority: 'low' }
  const created = await post(app, ada, '/api/requests', { ...draft, dueDate: '2026-05-01' })
  expect(created.statusCode).toBe(201)
  const url = `/api/requests/${created.body.id}`
  expect((await post(app, ada, `${url}/comments`, { comment: LIGATURE.repeat(LIMITS.comment) })).statusCode).toBe(201)
  const [document] = await db.read.selectFrom('search_documents').select(['title', 'description']).execute()
  expect(document!.title.length).toBe(2 * LIMITS.title)
  expect(document!.description.length).toBe(2 * LIMITS.description)
  const [comment] = await db.read.selectFrom('search_comments').select('text').execute()
  expect(comment!.text.length).toBe(2 * LIMITS.comment)
  const { title_key } = await db.read.selectFrom('requests').select('title_key').executeTakeFirstOrThrow()
  expect(title_key.length).toBe(2 * LIMITS.title)

  const res = await get(app, ada, `/api/requests?search=${encodeURIComponent(LIGATURE.repeat(3))}`)
  expect(res.body.requests).toHaveLength(1)
  const longest = await get(app, ada, `/api/requests?search=${encodeURIComponent(LIGATURE.repeat(LIMITS.search))}`)
  expect(longest.statusCode).toBe(200)
  expect((await patch(app, ben, url, { title: 'Plain', description: 'Plain' })).statusCode).toBe(200)
})

test('a name of ligatures is stored on both engines', async () => {
  const name = LIGATURE.repeat(LIMITS.name)
  const profile = { firstName: name, lastName: name, email: 'dan@office.example', department: 'Compliance' }
  expect(await put(office.app, office.dan, '/api/profile', profile)).toMatchObject({ statusCode: 200, body: profile })
})
