import { expect, test } from 'vitest'
import { get } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { peopleOf } from '../testing/people.ts'

const office = await officeOfFile()
const { invite, list, deactivate } = peopleOf(office)
const usernames = async (query: string) =>
  (await list(query)).people.map(({ username }: { username: string }) => username)

test('people are searched, filtered, sorted and paged', async () => {
  await invite()
  await deactivate(office.dan.id)
  expect(await usernames('')).toEqual(['ada', 'ben', 'cleo', 'dan', 'eva'])
  expect(await usernames('?search=QUINT')).toEqual(['ada'])
  expect(await usernames('?search=office%20stone')).toEqual(['eva'])
  expect(await usernames('?search=%25')).toEqual([])
  expect(await usernames('?state=inactive')).toEqual(['dan'])
  expect(await usernames('?state=invited')).toEqual(['eva'])
  expect(await usernames('?state=active&role=user')).toEqual(['ada'])
  expect(await usernames('?sort=username&order=desc&limit=2&page=2')).toEqual(['cleo', 'ben'])
  expect(await usernames('?sort=name&order=desc&limit=2')).toEqual(['eva', 'dan'])
  // People without a sign-in come last in either direction.
  expect((await usernames('?sort=lastLogin')).at(-1)).toBe('eva')
  expect((await usernames('?sort=lastLogin&order=desc')).at(-1)).toBe('eva')
  for (const sort of ['name', 'email', 'role', 'lastActive', 'created'])
    expect(await usernames(`?sort=${sort}`)).toHaveLength(5)
  expect((await list('?limit=1')).total).toBe(5)
})

test.each(['limit=101', 'page=0', 'state=gone', 'sort=password', 'order=up', 'who=x'])(
  'people asked for with %s are refused',
  async (query) => {
    expect((await get(office.app, office.cleo, `/api/people?${query}`)).statusCode).toBe(400)
  },
)
