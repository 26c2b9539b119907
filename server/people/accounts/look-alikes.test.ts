import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../../platform/database/tables.ts'
import { rekey } from '../../platform/database/migrations/0038-people.ts'
import { post } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'
import { hashPassword } from './passwords.ts'
import { createAccount, findAccount } from './service.ts'

const office = await officeOfFile()

/** Accounts as stored by an earlier version, then migrated. */
async function migrated(...usernames: string[]) {
  const { db, clock, services } = office
  const passwordHash = await hashPassword(CAST_PASSWORD, services.config.passwordCost)
  await db.write(async (tx) => {
    for (const username of usernames) {
      const email = `${clock().getTime()}@office.example`
      const account = { username, firstName: username, lastName: 'X', email, role: 'user' }
      const made = { ...account, id: username, passwordHash }
      await createAccount(tx, clock, { ...made, username: `${username}-new` })
      const before = { username, username_key: username.toLowerCase() }
      await tx.updateTable('users').set(before).where('id', '=', username).execute()
      clock.forward(1000)
    }
    await rekey(tx as Kysely<Tables> as Kysely<unknown>)
  })
}

async function whoSignsInAs(username: string): Promise<string | undefined> {
  const res = await post(office.app, null, '/api/auth/login', { username, password: CAST_PASSWORD })
  return res.body.user?.username
}

test('accounts that look alike from before all keep working, each under its own name', async () => {
  await migrated('ali', 'all', 'aIi')
  for (const username of ['ali', 'all']) expect(await whoSignsInAs(username)).toBe(username)
  expect(await whoSignsInAs('ALL')).toBe('all')
  // A spelling that matches none exactly belongs to the oldest account.
  expect(await whoSignsInAs('a1i')).toBe('ali')
})

test('an account is found in any spelling that looks like its name', async () => {
  for (const spelling of ['ADA', 'аdа', ' ada'.trim(), 'ａda']) expect(await whoSignsInAs(spelling)).toBe('ada')
  expect(await findAccount(office.db.read, 'adam')).toBeUndefined()
})
