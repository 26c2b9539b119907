import { afterAll, beforeEach, expect, test } from 'vitest'
import { get, patch, post, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'

const office = await testApp()
const { app, db, ada, ben, cleo } = office
afterAll(() => office.close())
beforeEach(() => office.reset())

const NEW_REQUEST = {
  title: 'Print the seal number',
  description: 'It cannot be compared otherwise.',
  department: 'operations',
  priority: 'high',
  dueDate: '2026-05-01',
}

/** Texts that show nothing. */
const UNSEEN = [
  ['a zero-width space', '\u200b'],
  ['a word joiner and a zero-width joiner', '\u2060\u200d'],
  ['a Hangul filler', '\u3164\uffa0\u115f\u1160'],
  ['a Braille blank', '\u2800'],
  ['an override of direction', '\u202e\u202c\u2066\u2069'],
  ['variation selectors and tags', '\ufe0f\u{e0041}'],
  ['soft hyphens and blanks', ' \u00ad\u00a0\u2003\ufeff\n\u2028'],
  ['control characters', '\u0007\u0085'],
  ['what is left of a copied picture', '\ufffc\n\ufffc'],
  ['invisible mathematical signs', '\u2061\u2064'],
  ['vowels that are never shown', '\u17b4\u180e'],
  ['noncharacters', '\uffff\ufdd0'],
  ['blanks of hieroglyphs and music', '\u{13441}\u{1d159}\u{13430}'],
  ['a combining mark without a letter', '\u0301\u20dd'],
] as const

test.each(UNSEEN)('%s is no text', async (_, unseen) => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const refused = (message: string, path: string) => ({
    statusCode: 400,
    body: { error: message, details: [{ path, message }] },
  })
  const request = (change: object) => post(app, ada, '/api/requests', { ...NEW_REQUEST, ...change })
  expect(await request({ title: unseen })).toMatchObject(refused('Title is required', 'title'))
  expect(await request({ description: unseen })).toMatchObject(refused('Description is required', 'description'))
  expect(await patch(app, ben, `/api/requests/${id}`, { title: unseen })).toMatchObject(
    refused('Title is required', 'title'),
  )
  expect(await post(app, ada, `/api/requests/${id}/comments`, { comment: unseen })).toMatchObject(
    refused('Please enter a comment', 'comment'),
  )
  expect(await post(app, ada, '/api/ai/user-assistant', { message: unseen })).toMatchObject(
    refused('Please enter a message', 'message'),
  )
  const profile = { firstName: unseen, lastName: 'Quint', email: 'ada@office.example', department: 'Operations' }
  expect(await put(app, ada, '/api/profile', profile)).toMatchObject(refused('First name is required', 'firstName'))
  expect(await post(app, cleo, '/api/settings/departments', { name: unseen })).toMatchObject(
    refused('Name is required', 'name'),
  )
  const role = { name: unseen, permissions: [] }
  expect(await post(app, cleo, '/api/roles', role)).toMatchObject(refused('Name is required', 'name'))
  const person = { fullName: unseen, username: 'eve', email: 'eve@office.example', role: 'user' }
  expect(await post(app, cleo, '/api/people', person)).toMatchObject(refused('Full name is required', 'fullName'))
})

test('titles and names are one line without changes of direction; descriptions keep their lines', async () => {
  const title = 'Gate\nfour\u2028and\r\n\u0085five\vor six\t\u202egpj.kcurt\u202c'
  const { statusCode, body } = await post(app, ada, '/api/requests', {
    ...NEW_REQUEST,
    title,
    description: ' One\nTwo ',
  })
  expect(statusCode).toBe(201)
  expect(body).toMatchObject({ title: 'Gate four and five or six gpj.kcurt', description: 'One\nTwo' })
  const profile = {
    firstName: '\u202eAda\nMaria',
    lastName: ' Quint',
    email: 'ada@office.example',
    department: 'Operations',
  }
  expect((await put(app, ada, '/api/profile', profile)).statusCode).toBe(200)
  expect((await get(app, ada, '/api/profile')).body).toMatchObject({ firstName: 'Ada Maria', lastName: 'Quint' })
  const department = await post(app, cleo, '/api/settings/departments', { name: 'Risk\u2066\nand control' })
  expect(department.body.departments.map(({ name }: { name: string }) => name)).toContain('Risk and control')
})

test('a reason that shows nothing counts as none', async () => {
  const { id } = await buildRequest(db, { requesterId: ada.id })
  expect((await put(app, ada, `/api/requests/${id}/cancel`, { reason: '\u200b\u3164' })).statusCode).toBe(200)
  const { body } = await get(app, ada, `/api/requests/${id}/history`)
  expect(JSON.stringify(body)).not.toContain('\u200b')
})
