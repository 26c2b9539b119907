import { expect, test } from 'vitest'
import { del, get, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()

const read = async () => (await get(office.app, office.cleo, '/api/setup/checklist')).body

test('the checklist stays until everything is done', async () => {
  const { app, cleo } = office
  expect(await read()).toEqual({ isShown: true, done: [] })
  const person = { fullName: 'Eva', username: 'eva', email: 'eva@office.example', role: 'user' }
  await post(app, cleo, '/api/people', person)
  await put(app, cleo, '/api/settings/general', { officeName: 'Customs House', version: 1 })
  expect(await read()).toEqual({ isShown: true, done: ['general', 'people'] })
})

test.each(['general', 'security'])('%s settings that are kept have been decided about, by somebody', async (step) => {
  const { app, db, cleo } = office
  expect((await put(app, cleo, `/api/settings/${step}`, { version: 1 })).statusCode).toBe(200)
  expect((await read()).done).toEqual([step])
  const entries = db.read.selectFrom('audit_log').select('actor_id').where('action', '=', `settings.${step}-kept`)
  expect(await entries.execute()).toEqual([{ actor_id: cleo.id }])
})

test('an added department counts as a look at the general settings', async () => {
  await post(office.app, office.cleo, '/api/settings/departments', { name: 'Legal' })
  expect((await read()).done).toEqual(['general'])
})

test('dismissing the checklist hides it for everybody, with one entry in the audit log', async () => {
  const { app, db, cleo } = office
  for (let i = 0; i < 2; i++) expect((await del(app, cleo, '/api/setup/checklist')).statusCode).toBe(204)
  expect(await read()).toEqual({ isShown: false, done: [] })
  const action = 'settings.checklist-dismissed'
  expect(await db.read.selectFrom('audit_log').select('id').where('action', '=', action).execute()).toHaveLength(1)
})

test('a demo has none, and those who change no settings are refused', async () => {
  Object.assign(office.services.config, { demo: true })
  expect((await read()).isShown).toBe(false)
  expect((await get(office.app, office.ben, '/api/setup/checklist')).statusCode).toBe(403)
  expect((await del(office.app, office.ben, '/api/setup/checklist')).statusCode).toBe(403)
})
