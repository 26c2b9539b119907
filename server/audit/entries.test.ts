import { expect, test } from 'vitest'
import { del, get, post, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { CAST_PASSWORD, type Person } from '../testing/cast.ts'

const office = await officeOfFile()

const PROFILE = { firstName: 'Ada', lastName: 'Quint', email: 'ada@office.example', department: 'Operations' }

async function entries() {
  const rows = await office.db.read.selectFrom('audit_log').selectAll().orderBy('id').execute()
  return rows.map(({ action, actor_id, target_type, target_id, details, address }) => ({
    action,
    who: actor_id,
    address,
    what: [target_type, target_id],
    details: JSON.parse(details),
  }))
}

async function signIn(): Promise<Person> {
  const { body } = await post(office.app, null, '/api/auth/login', { username: 'ada', password: CAST_PASSWORD })
  return { ...office.ada, token: body.token }
}

test('a changed profile is in the audit log with old and new values; one sent back unchanged is not', async () => {
  const { app, ada } = office
  await put(app, ada, '/api/profile', PROFILE)
  expect(await entries()).toEqual([])
  const change = { firstName: 'Adele', email: 'adele@office.example', department: 'Compliance' }
  await put(app, ada, '/api/profile', { ...PROFILE, ...change, currentPassword: CAST_PASSWORD })
  const details = {
    firstName: { from: 'Ada', to: 'Adele' },
    email: { from: 'ada@office.example', to: 'adele@office.example' },
    department: { from: PROFILE.department, to: 'Compliance' },
  }
  const what = ['user', ada.id]
  expect(await entries()).toEqual([{ action: 'profile.changed', who: ada.id, address: '127.0.0.1', what, details }])
})

test('a session ended from another one is in it, and so is ending all others, unless there are none', async () => {
  const { app, ada } = office
  const here = await signIn()
  await signIn()
  const { body } = await get(app, here, '/api/profile/sessions')
  const other = body.find(({ current }: { current: boolean }) => !current)
  await del(app, here, `/api/profile/sessions/${other.id}`)
  await del(app, here, '/api/profile/sessions')
  await del(app, here, '/api/profile/sessions')
  const own = { who: ada.id, address: '127.0.0.1', what: ['user', ada.id] }
  expect((await entries()).slice(2)).toEqual([
    { action: 'session.ended', ...own, details: {} },
    { action: 'session.others-ended', ...own, details: { ended: 1 } },
  ])
})

test('signing in is in it, with the address and how many older sessions it ended', async () => {
  for (let i = 0; i < 3; i++) await signIn()
  const ended = (await entries()).map(({ action, address, details }) => [action, address, details.endedOldest])
  expect(ended).toEqual([
    ['session.started', '127.0.0.1', 0],
    ['session.started', '127.0.0.1', 0],
    ['session.started', '127.0.0.1', 1],
  ])
})
