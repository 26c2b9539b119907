import { expect, test } from 'vitest'
import { completeCards, DEFAULT_CARDS, type PlacedCard } from '../../../shared/dashboard-cards.ts'
import { del, get, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import type { Person } from '../../testing/cast.ts'

const office = await officeOfFile()

const PATH = '/api/profile/dashboard'
const OWN = [...DEFAULT_CARDS].reverse().map((placed) => ({ ...placed, isShown: placed.card !== 'overdue' }))

async function dashboardOf(person: Person): Promise<unknown> {
  return (await get(office.app, person, '/api/auth/validate')).body.user.dashboard
}

test('an arrangement comes with the session, from the next call on, and for its owner alone', async () => {
  const { app, ada, ben } = office
  expect(await dashboardOf(ben)).toBeNull()
  expect(await put(app, ben, PATH, { cards: OWN })).toMatchObject({ statusCode: 200, body: { cards: OWN } })
  expect(await dashboardOf(ben)).toEqual(OWN)
  expect(await dashboardOf(ada)).toBeNull()
  expect(await put(app, ben, PATH, { cards: null })).toMatchObject({ statusCode: 200, body: { cards: null } })
  expect(await dashboardOf(ben)).toBeNull()
})

test('it does not change the version of the account, so a concurrent edit has no conflict', async () => {
  const { app, db, ben } = office
  const version = async () =>
    (await db.read.selectFrom('users').select('version').where('id', '=', ben.id).executeTakeFirstOrThrow()).version
  const before = await version()
  await put(app, ben, PATH, { cards: OWN })
  expect(await version()).toBe(before)
})

test.each([
  ['an unknown card', { cards: [{ card: 'weather', isShown: true }] }, 'cards.0.card'],
  ['a card twice', { cards: [OWN[0], OWN[0]] }, 'cards'],
  ['more cards than there are', { cards: [...OWN, OWN[0]] }, 'cards'],
  ['anything beside the cards', { cards: [{ ...OWN[0], colour: 'red' }] }, 'cards.0'],
  ['no cards', {}, 'cards'],
])('%s is refused and named', async (_what, body, path) => {
  const { app, ben } = office
  const res = await put(app, ben, PATH, body)
  expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input' } })
  expect(res.body.details[0].path).toContain(path)
  expect(await dashboardOf(ben)).toBeNull()
})

test('a stored card that no longer exists is left out', async () => {
  const { db, services, ben } = office
  const dashboard = JSON.stringify([
    { card: 'weather', isShown: true },
    { card: 'overdue', isShown: false },
  ])
  await db.write((tx) => tx.updateTable('users').set({ dashboard }).where('id', '=', ben.id).execute())
  services.sessions.forgetAll()
  expect(await dashboardOf(ben)).toEqual([{ card: 'overdue', isShown: false }])
})

test('an arrangement older than the card of own open requests still works; a user orders and hides that card', async () => {
  const { db, services, app, ada, ben } = office
  const before = OWN.filter(({ card }) => card !== 'own-open')
  const set = { dashboard: JSON.stringify(before) }
  await db.write((tx) => tx.updateTable('users').set(set).where('id', '=', ben.id).execute())
  services.sessions.forgetAll()
  const stored = (await dashboardOf(ben)) as PlacedCard[]
  expect(stored).toEqual(before)
  const now = completeCards(stored)
  expect(now).toHaveLength(DEFAULT_CARDS.length)
  expect(now.find(({ card }) => card === 'own-open')).toEqual({ card: 'own-open', isShown: true })

  const hidden = [{ card: 'own-open', isShown: false }]
  expect((await put(app, ada, PATH, { cards: hidden })).statusCode).toBe(200)
  expect(await dashboardOf(ada)).toEqual(hidden)
  expect(await dashboardOf(ben)).toEqual(before)
})

test('an administrator who sees the page as another person sees their arrangement and cannot change it', async () => {
  const { app, ben, cleo } = office
  await put(app, ben, PATH, { cards: OWN })
  expect((await post(app, cleo, '/api/see-as', { personId: ben.id })).statusCode).toBe(204)
  expect(await dashboardOf(cleo)).toEqual(OWN)
  expect((await put(app, cleo, PATH, { cards: null })).statusCode).toBe(403)
  await del(app, cleo, '/api/see-as')
  expect(await dashboardOf(cleo)).toBeNull()
  expect(await dashboardOf(ben)).toEqual(OWN)
})

test('who may not: nobody without a session', async () => {
  expect((await put(office.app, null, PATH, { cards: null })).statusCode).toBe(401)
})
