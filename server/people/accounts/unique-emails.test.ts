import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { keyEmails } from '../../platform/database/migrations/0069-unique-emails.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { get, patch, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'
import { emailHolders, sharedEmailLines } from './service.ts'

const office = await officeOfFile()

const TAKEN = {
  statusCode: 409,
  body: {
    code: 'email-taken',
    error: 'Another account has this email address.',
    details: [{ path: 'email', message: 'Another account has this email address.' }],
  },
}

const invite = (username: string, email: string) =>
  post(office.app, office.cleo, '/api/people', { fullName: 'Eva Stone', username, email, role: 'user' })

async function edit(id: string, change: object) {
  const { version } = (await get(office.app, office.cleo, `/api/people/${id}`)).body
  return patch(office.app, office.cleo, `/api/people/${id}`, { version, ...change })
}

const writeProfile = (email: string) =>
  put(office.app, office.ada, '/api/profile', {
    firstName: 'Ada',
    lastName: 'Quint',
    department: 'Operations',
    email,
    currentPassword: CAST_PASSWORD,
  })

const SPELLINGS = ['dan@office.example', 'DAN@Office.Example']

test.each(SPELLINGS)(
  'the address of another account is refused as %s: in an invitation, an edit and a profile',
  async (email) => {
    expect(await invite('eva', email)).toMatchObject(TAKEN)
    expect(await edit(office.ben.id, { email })).toMatchObject(TAKEN)
    expect(await writeProfile(email)).toMatchObject(TAKEN)
    expect((await emailHolders(office.db.read, [email])).map(({ username }) => username)).toEqual(['dan'])
  },
)

test('a deactivated account keeps its address', async () => {
  await put(office.app, office.cleo, `/api/people/${office.dan.id}/deactivation`, {})
  expect(await invite('eva', 'Dan@office.example')).toMatchObject(TAKEN)
})

test('one may write the own address in another case, and an address that is given up is free', async () => {
  expect((await writeProfile('ADA@office.example')).statusCode).toBe(200)
  expect((await edit(office.dan.id, { email: 'Dan@Office.example' })).statusCode).toBe(200)
  expect((await writeProfile('adele@office.example')).statusCode).toBe(200)
  expect((await invite('eva', 'ada@office.example')).statusCode).toBe(201)
})

test('of several at once that take one address, one gets it', async () => {
  const answers = await Promise.all([
    invite('eva', 'new@office.example'),
    invite('evb', 'NEW@office.example'),
    edit(office.dan.id, { email: 'New@office.example' }),
    writeProfile('nEw@office.example'),
  ])
  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
  for (const refused of answers.filter(({ statusCode }) => statusCode >= 300)) expect(refused).toMatchObject(TAKEN)
})

/** Ben and Dan have had Ada's address since before addresses were unique. */
async function shareAddress() {
  await office.db.write(async (tx) => {
    const unkeyed = { email_key: '', shares_email: 0 }
    await tx.updateTable('users').set(unkeyed).execute()
    await tx.updateTable('users').set({ email: 'Ada@office.example' }).where('id', '=', office.ben.id).execute()
    await tx.updateTable('users').set({ email: 'ADA@office.example' }).where('id', '=', office.dan.id).execute()
    await keyEmails(tx as Kysely<Tables> as Kysely<unknown>)
  })
  office.services.sessions.forgetAll()
}

test('administrators see the accounts that share an address, whatever its case, until each has its own', async () => {
  const shared = async (query = '') => {
    const { statusCode, body } = await get(office.app, office.cleo, `/api/people?email=shared&sort=email${query}`)
    expect(statusCode).toBe(200)
    const names = (body.people as { username: string }[]).map(({ username }) => username)
    expect(body.total).toBe(names.length)
    return { names: names.toSorted(), count: body.counts.sharedEmail }
  }
  expect(await shared()).toEqual({ names: [], count: 0 })
  await shareAddress()
  await put(office.app, office.cleo, `/api/people/${office.dan.id}/deactivation`, {})
  expect(await shared()).toEqual({ names: ['ada', 'ben', 'dan'], count: 3 })
  expect(await shared('&state=inactive')).toEqual({ names: ['dan'], count: 3 })
  expect((await edit(office.ada.id, { email: 'adele@office.example' })).statusCode).toBe(200)
  expect(await shared()).toEqual({ names: ['ben', 'dan'], count: 2 })
  expect((await edit(office.dan.id, { email: 'dan2@office.example' })).statusCode).toBe(200)
  expect(await shared()).toEqual({ names: [], count: 0 })
})

test('accounts that share an address from before keep it; no further one gets it, whoever gives it up', async () => {
  await shareAddress()
  expect(await sharedEmailLines(office.db.read)).toEqual([
    'The accounts ada, ben, dan have one email address, ada@office.example. Give each its own under User Management.',
  ])
  expect((await edit(office.ben.id, { lastName: 'Marlowe', email: 'ada@office.example' })).statusCode).toBe(200)
  expect((await edit(office.dan.id, { lastName: 'Oseye' })).statusCode).toBe(200)
  expect((await writeProfile('adele@office.example')).statusCode).toBe(200)
  expect(await invite('eva', 'ada@office.example')).toMatchObject(TAKEN)
  for (const { id } of [office.ben, office.dan]) {
    expect((await edit(id, { email: `${id}@office.example` })).statusCode).toBe(200)
  }
  expect((await invite('eva', 'ada@office.example')).statusCode).toBe(201)
  expect(await sharedEmailLines(office.db.read)).toEqual([])
})
