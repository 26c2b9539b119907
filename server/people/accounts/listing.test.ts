import { expect, test } from 'vitest'
import { get, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()

const change = { firstName: 'Adele', lastName: 'Quint', email: 'ada@office.example', department: 'Compliance' }

test('people are listed by name, with nothing but what a menu needs', async () => {
  const { body } = await get(office.app, office.dan, '/api/users')
  expect(body).toEqual([
    { id: 'user-ada', firstName: 'Ada', lastName: 'Quint', role: 'user' },
    { id: 'user-ben', firstName: 'Ben', lastName: 'Marlow', role: 'manager' },
    { id: 'user-cleo', firstName: 'Cleo', lastName: 'Varga', role: 'admin' },
    { id: 'user-dan', firstName: 'Dan', lastName: 'Osei', role: 'user' },
  ])
})

test('people are in the order of their names as people read them, whatever their case and accents', async () => {
  const names = { 'user-ada': ['Zoë', 'Abel'], 'user-ben': ['Émile', 'Zola'], 'user-cleo': ['emil', 'Zola'] }
  for (const person of [office.ada, office.ben, office.cleo]) {
    const [firstName, lastName] = names[person.id as keyof typeof names]
    const renamed = { ...change, firstName, lastName, email: `${person.username}@office.example` }
    expect((await put(office.app, person, '/api/profile', renamed)).statusCode).toBe(200)
  }
  const { body } = await get(office.app, office.dan, '/api/users')
  expect(body.map((user: { firstName: string }) => user.firstName)).toEqual(['Dan', 'emil', 'Émile', 'Zoë'])
})

test('a deactivated account is not among the people', async () => {
  const at = '2026-03-10T09:00:00.000Z'
  await office.db.write((tx) =>
    tx.updateTable('users').set({ deactivated_at: at }).where('id', '=', 'user-ben').execute(),
  )
  const { body } = await get(office.app, office.ada, '/api/users')
  expect(body.map((user: { id: string }) => user.id)).toEqual(['user-ada', 'user-cleo', 'user-dan'])
})

test('an unchanged list of people is not sent again', async () => {
  const first = await get(office.app, office.ada, '/api/users')
  const etag = String(first.headers.etag)
  expect(first.headers['cache-control']).toBe('no-store')
  expect(await get(office.app, office.ada, '/api/users', { 'if-none-match': etag })).toMatchObject({
    statusCode: 304,
    body: '',
  })
  await put(office.app, office.ada, '/api/profile', change)
  const again = await get(office.app, office.ada, '/api/users', { 'if-none-match': etag })
  expect(again.statusCode).toBe(200)
  expect(again.headers.etag).not.toBe(etag)
})
