import { expect, test } from 'vitest'
import { countFailure, type ThrottleKey } from './throttle.ts'
import { del, get } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()

const LIST = '/api/settings/blocked-sign-ins'

async function block(key: ThrottleKey, failures: number) {
  const { db, clock } = office
  for (let i = 0; i < failures; i++) {
    clock.forward(i < failures - 1 ? 0 : 1)
    await db.write((tx) =>
      tx.updateTable('sign_in_failures').set({ blocked_until: null }).where('kind', '=', key.kind).execute(),
    )
    await db.write((tx) => countFailure(tx, [key], clock()))
  }
}

test('current blocks are listed, the longest first, and a name without an account is not shown', async () => {
  const { app, cleo } = office
  await block({ kind: 'pair', account: 'ada', address: '203.0.113.9' }, 12)
  await block({ kind: 'address', address: '203.0.113.9' }, 55)
  await block({ kind: 'account', account: 'my-mistyped-password' }, 25)
  await block({ kind: 'password', account: 'user-ben' }, 9)
  const { statusCode, body } = await get(app, cleo, LIST)
  expect(statusCode).toBe(200)
  expect(body.total).toBe(4)
  expect(JSON.stringify(body)).not.toContain('mistyped')
  const listed = body.blocks.map(({ kind, username, address }: Record<string, unknown>) => [kind, username, address])
  expect(listed).toEqual([
    ['pair', 'ada', '203.0.113.9'],
    expect.arrayContaining([expect.stringMatching(/account|address/)]),
    expect.arrayContaining([expect.stringMatching(/account|address/)]),
    ['password', 'ben', null],
  ])
  expect(body.blocks[0]).toMatchObject({ failures: 12, blockedUntil: '2026-03-10T09:02:08.001Z' })

  const second = await get(app, cleo, `${LIST}?page=2&limit=3`)
  expect(second.body).toMatchObject({ total: 4, blocks: [{ kind: 'password' }] })
  expect((await get(app, cleo, `${LIST}?limit=101`)).statusCode).toBe(400)
  office.clock.forward(3_600_000)
  expect((await get(app, cleo, LIST)).body).toEqual({ blocks: [], total: 0 })
})

test('a lifted block is over at once, is in the audit log, and cannot be lifted twice', async () => {
  const { app, db, cleo, ada } = office
  await block({ kind: 'pair', account: 'ada', address: '127.0.0.1' }, 12)
  const signIn = () =>
    app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'ada', password: 'correct horse battery' },
    })
  expect((await signIn()).statusCode).toBe(429)
  const [{ id }] = (await get(app, cleo, LIST)).body.blocks
  expect((await del(app, cleo, `${LIST}/${id}`)).statusCode).toBe(204)
  expect((await signIn()).statusCode).toBe(200)
  expect(await del(app, cleo, `${LIST}/${id}`)).toMatchObject({ statusCode: 404, body: { code: 'not-found' } })
  const entry = await db.read
    .selectFrom('audit_log')
    .select(['actor_id', 'target_id', 'details'])
    .where('action', '=', 'sign-in.block-lifted')
    .execute()
  expect(entry).toEqual([
    { actor_id: cleo.id, target_id: ada.id, details: JSON.stringify({ kind: 'pair', address: '127.0.0.1' }) },
  ])
})

test('other roles can neither see nor lift one', async () => {
  const { app, ben, ada } = office
  await block({ kind: 'account', account: 'ada' }, 25)
  const id = '0'.repeat(32)
  for (const person of [ben, ada]) {
    expect((await get(app, person, LIST)).statusCode).toBe(403)
    expect((await del(app, person, `${LIST}/${id}`)).statusCode).toBe(403)
  }
})
