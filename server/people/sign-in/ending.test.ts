import { expect, test } from 'vitest'
import { del, get, post } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'
import { signInsTo } from '../../testing/sign-in.ts'

const office = await officeOfFile()
const { signIn, validate } = signInsTo(office)

const MINUTE = 60_000

test('signing out ends the session at once, and repeating it is no error', async () => {
  const { person } = await signIn()
  expect((await validate(person)).statusCode).toBe(200)
  for (const _ of [1, 2]) {
    expect(await post(office.app, person, '/api/auth/logout')).toMatchObject({ statusCode: 204, body: '' })
  }
  expect(await validate(person)).toMatchObject({
    statusCode: 401,
    body: { code: 'not-signed-in', error: 'Your session has ended. Please sign in again.' },
  })
  expect((await validate(office.ada)).statusCode).toBe(200)
  expect((await post(office.app, null, '/api/auth/logout')).statusCode).toBe(204)
})

test('a person sees their own sessions and ends one of them, but nobody else’s', async () => {
  office.clock.forward(MINUTE)
  const { person: phone } = await signIn('ada', CAST_PASSWORD, { 'user-agent': 'Phone' })
  const { body: list } = await get(office.app, phone, '/api/profile/sessions')
  expect(list).toEqual([
    expect.objectContaining({
      current: true,
      userAgent: 'Phone',
      address: '127.0.0.1',
      createdAt: '2026-03-10T09:01:00.000Z',
    }),
    expect.objectContaining({ current: false, userAgent: 'test' }),
  ])
  expect(JSON.stringify(list)).not.toContain('user-ben')

  const { body: bens } = await get(office.app, office.ben, '/api/profile/sessions')
  const stolen = await del(office.app, office.ada, `/api/profile/sessions/${bens[0].id}`)
  expect(stolen).toMatchObject({ statusCode: 404, body: { code: 'not-found' } })
  expect((await validate(office.ben)).statusCode).toBe(200)

  expect((await del(office.app, phone, `/api/profile/sessions/${list[1].id}`)).statusCode).toBe(204)
  expect((await validate(office.ada)).statusCode).toBe(401)
  expect((await validate(phone)).statusCode).toBe(200)
  expect((await del(office.app, phone, '/api/profile/sessions/not%20an%20id')).statusCode).toBe(400)
})

test('a person ends all their other sessions', async () => {
  const { person: here } = await signIn()
  const { person: there } = await signIn()
  expect((await del(office.app, here, '/api/profile/sessions')).statusCode).toBe(204)
  expect((await validate(here)).statusCode).toBe(200)
  expect((await validate(there)).statusCode).toBe(401)
  expect((await validate(office.ada)).statusCode).toBe(401)
  expect((await validate(office.ben)).statusCode).toBe(200)
})
