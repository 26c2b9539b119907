import { expect, test } from 'vitest'
import { put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { peopleOf } from '../testing/people.ts'

const office = await officeOfFile()
const { invite, list, person, edit } = peopleOf(office)
const usernames = async (department: string) =>
  (await list(`?department=${department}`)).people.map(({ username }: { username: string }) => username)
const retire = (key: string, successor: string | null) =>
  put(office.app, office.cleo, `/api/settings/departments/${key}/retirement`, { successor })
const store = (department: string) =>
  office.db.write((tx) => tx.updateTable('users').set({ department }).where('id', '=', office.ada.id).execute())
const NONE_SUCH = 'The office has no such department. Choose one of its departments.'

test.each([
  ['its key', 'it'],
  ['its name', 'IT Development'],
  ['another spelling of its name', ' it DEVELOPMENT'],
])('a department given by %s is stored as one of the office', async (_, department) => {
  expect((await invite({ department })).body.person.department).toBe('IT Development')
  expect((await edit(office.ada.id, { department })).body.department).toBe('IT Development')
})

test.each([
  ['Nowhere', NONE_SUCH],
  ['Compliance', 'Compliance has been retired. Choose another department.'],
])('%s is refused wherever a department is chosen', async (department, message) => {
  await retire('compliance', 'it')
  const profile = { firstName: 'Ada', lastName: 'Quint', email: 'ada@office.example', department }
  const answers = [
    await invite({ department }),
    await edit(office.ada.id, { department }),
    await put(office.app, office.ada, '/api/profile', profile),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({ statusCode: 400, body: { details: [{ path: 'department', message }] } })
  expect((await list()).total).toBe(4)
})

test('a free text and a retired department stay until another is chosen', async () => {
  await store('Trade desk')
  const profile = { firstName: 'Adele', lastName: 'Quint', email: 'ada@office.example', department: 'Trade desk' }
  expect((await put(office.app, office.ada, '/api/profile', profile)).body.department).toBe('Trade desk')
  expect((await edit(office.ada.id, { lastName: 'Q', department: 'Trade desk' })).body.department).toBe('Trade desk')
  await retire('compliance', null)
  const res = await edit(office.dan.id, { lastName: 'O', department: 'Compliance' })
  expect(res.body).toMatchObject({ lastName: 'O', department: 'Compliance' })
  expect((await edit(office.ada.id, { department: '' })).body.department).toBeNull()
  expect((await person(office.dan.id)).department).toBe('Compliance')
})

test('people are filtered by department, by none, and by a text that names none', async () => {
  await store('Trade desk')
  await invite({ department: '' })
  await retire('compliance', null)
  expect(await usernames('it')).toEqual(['ben'])
  expect(await usernames('compliance')).toEqual(['dan'])
  expect(await usernames('-none')).toEqual(['eva'])
  expect(await usernames('-as-typed')).toEqual(['ada'])
  expect(await usernames('nowhere')).toEqual([])
})
