import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHash } from './people/account-links/tokens.ts'
import { chainKeyFrom } from './audit/chain.ts'
import { AuditSealer } from './audit/seal.ts'
import { verify } from './audit/verify.ts'
import type { Db } from './platform/database/db.ts'
import { PERMISSIONS } from '../shared/permissions.ts'
import { openDatabase } from './platform/database/open.ts'
import { countFailure, refuseWhileBlocked, signInKeys } from './people/sign-in/throttle.ts'
import { buildSchema, TEST_ENGINE } from './testing/database.ts'
import { createAccount, findAccount } from './people/accounts/service.ts'

const SECRET_KEY = '8f1c7e5b2a94d0636b1fd8c4e27a9053'
const clock = () => new Date()
let dataDir: string
let schema: Awaited<ReturnType<typeof buildSchema>> | undefined
let db: Db
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-admin-'))
  const sealer = new AuditSealer(chainKeyFrom(Buffer.from(SECRET_KEY)))
  if (TEST_ENGINE === 'postgres') schema = await buildSchema()
  db = await openDatabase({ dataDir, databaseUrl: schema?.url, beforeCommit: (tx) => sealer.seal(tx) })
  const grace = { username: 'grace', firstName: 'Grace', lastName: '', email: 'grace@office.example', role: 'admin' }
  await db.write((tx) => createAccount(tx, clock, { ...grace, passwordHash: '-' }))
})
afterAll(async () => {
  await db.close()
  await schema?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

function admin(...words: string[]) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: schema?.url ?? '',
    SECRET_KEY,
    PORT: '4000',
    HOST: '127.0.0.1',
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...words], {
    env,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

/** PGlite runs inside this process and cannot be reached from another one. */
const reachable = test.runIf(TEST_ENGINE !== 'pglite')

// This process holds the open database and the lock of the data folder, like a running server.
reachable('beside a running server a password link is printed and recorded', async () => {
  const { status, said } = admin('reset-password', 'GRACE')
  expect({ status, said }).toEqual({
    status: 0,
    said: expect.stringMatching(/^For grace, once, until .+Z:\nhttp:\/\/127\.0\.0\.1:4000\/new-password#[\w-]{43}\n$/),
  })
  const token = said.split('#')[1]!.trim()
  const [link] = await db.read.selectFrom('account_links').selectAll().execute()
  expect(link).toMatchObject({ kind: 'password', token_hash: tokenHash(token), created_by_id: null, ended_at: null })
  const entries = await db.read.selectFrom('audit_log').select(['action', 'actor_id']).execute()
  expect(entries).toEqual([{ action: 'link.made-on-server', actor_id: null }])
  expect(await verify(db, { key: chainKeyFrom(Buffer.from(SECRET_KEY)), noted: null })).toMatchObject({ intact: true })
})

reachable('the blocks after failed sign-ins are lifted', async () => {
  const keys = signInKeys((await findAccount(db.read, 'grace'))!.username_key, '192.0.2.7', false)
  for (let i = 0; i < 6; i++) await db.write((tx) => countFailure(tx, [keys[2]!], clock())).catch(() => undefined)
  await expect(refuseWhileBlocked(db.read, keys, clock())).rejects.toThrow('Too many failed attempts')
  expect(admin('unlock', 'grace')).toEqual({ status: 0, said: expect.stringContaining('grace can sign in again') })
  await refuseWhileBlocked(db.read, keys, clock())
  expect(admin('unlock', 'grace').said).toBe('Nothing blocks grace.\n')
})

reachable(
  'an account is made an administrator, reactivated and signed out, also where the role was narrowed',
  async () => {
    const narrowed = { permissions: '["roles.manage"]' }
    const small = { username: 'sam', firstName: 'Sam', lastName: '', email: 'sam@office.example', role: 'user' }
    const id = await db.write(async (tx) => {
      await tx.updateTable('roles').set(narrowed).where('id', '=', 'admin').execute()
      const account = await createAccount(tx, clock, { ...small, passwordHash: '-' })
      const deactivated_at = clock().toISOString()
      await tx.updateTable('users').set({ deactivated_at }).where('id', '=', account.id).execute()
      return account.id
    })
    expect(admin('make-administrator', 'SAM')).toEqual({
      status: 0,
      said: 'sam is an Administrator from the next sign-in on.\nThe account was deactivated and is active again.\n',
    })
    expect(await findAccount(db.read, 'sam')).toMatchObject({ role_id: 'admin', deactivated_at: null, version: 2 })
    const role = await db.read
      .selectFrom('roles')
      .select('permissions')
      .where('id', '=', 'admin')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(role.permissions)).toHaveLength(PERMISSIONS.length)
    const entries = await db.read
      .selectFrom('audit_log')
      .select(['action', 'target_id', 'details'])
      .where('action', 'in', ['role.completed', 'user.made-administrator-on-server'])
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { action: 'role.completed', target_id: 'admin' },
      { action: 'user.made-administrator-on-server', target_id: id },
    ])
    expect(JSON.parse(entries[1]!.details)).toEqual({ role: { from: 'user', to: 'admin' }, reactivated: true })
  },
)

reachable('an invited person who is made an administrator is still to choose a password', async () => {
  const ivy = { username: 'ivy', firstName: 'Ivy', lastName: '', email: 'ivy@office.example', role: 'user' }
  await db.write((tx) => createAccount(tx, clock, { ...ivy, passwordHash: null }))
  expect(admin('make-administrator', 'ivy').said).toBe(
    'ivy is an Administrator from the next sign-in on.\nIt has no password yet: npm run admin -- reset-password ivy\n',
  )
})

reachable('what cannot be done is said in a sentence', () => {
  expect(admin('reset-password', 'nobody')).toEqual({ status: 1, said: 'There is no account nobody.\n' })
  expect(admin('reset-password')).toEqual({ status: 1, said: expect.stringMatching(/^Usage: npm run admin/) })
  expect(admin('toString', 'grace').status).toBe(1)
})
