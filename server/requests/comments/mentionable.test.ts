import { expect, test } from 'vitest'
import { get } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()

async function offered(query: string, person = office.ben) {
  const { app, db, ada } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const res = await get(app, person, `/api/requests/${id}/mentionable${query}`)
  return res.statusCode === 200 ? res.body.people.map((one: { username: string }) => one.username) : res.statusCode
}

test('people are offered by first name, last name and username, in any spelling', async () => {
  expect(await offered('?search=DAN')).toEqual(['dan'])
  expect(await offered('?search=öse')).toEqual(['dan'])
  expect((await offered('')).length).toBeGreaterThanOrEqual(4)
  expect(await offered('?search=%25')).toEqual([])
  expect(await offered('?search=zzz')).toEqual([])
})

test('only people who can read the comment are offered', async () => {
  const { ada, cleo, services } = office
  expect(await offered('?internal=true', cleo)).not.toContain('ada')
  expect(await offered('?internal=true', cleo)).toContain('cleo')
  expect(await offered('?internal=true', ada)).toBe(403)
  await services.settings.change({ visibility: 'own' })
  expect(await offered('')).not.toContain('dan')
  expect(await offered('')).toContain('ada')
})

test('at most ten people are offered, in the order of their names', async () => {
  const { db, dan } = office
  const account = await db.read.selectFrom('users').selectAll().where('id', '=', dan.id).executeTakeFirstOrThrow()
  const names = Array.from({ length: 12 }, (_, i) => `zed${String.fromCharCode(97 + i)}`)
  const rows = names.map((name) => ({
    ...account,
    id: name,
    username: name,
    username_key: name,
    name_key: name,
    email: '',
    email_key: '',
  }))
  await db.write((tx) => tx.insertInto('users').values(rows.toReversed()).execute())
  expect(await offered('?search=zed')).toEqual(names.slice(0, 10))
})

test('a thousand questions for names at once are slowed down, for the person alone', async () => {
  const { app, db, ada, ben, cleo } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const url = `/api/requests/${id}/mentionable`
  let last = await get(app, ben, url)
  for (let more = 0; more < 40 && last.statusCode === 200; more++) last = await get(app, ben, url)
  expect(last).toMatchObject({ statusCode: 429, body: { code: 'too-many-calls' } })
  expect(last.headers['retry-after']).toBe('1')
  expect((await get(app, cleo, url)).statusCode).toBe(200)
})
