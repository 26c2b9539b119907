import { expect, test } from 'vitest'
import { patch, post } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { noticeForMail } from './for-mail.ts'
import { scanHistory } from './scan.ts'

const office = await officeOfFile()

/** Ben's notice of being assigned, and Ada's of a question. */
async function told() {
  const { app, db, ada, ben, cleo } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, department: 'operations' })
  await patch(app, cleo, `/api/requests/${id}`, { assignedToId: ben.id })
  await post(app, cleo, `/api/requests/${id}/comments`, { comment: 'Which line?' })
  await scanHistory(office.services)
  const rows = await db.read.selectFrom('notices').select(['id', 'code']).execute()
  const idOf = (code: string) => rows.find((row) => row.code === code)!.id
  return { id, assigned: idOf('assigned'), question: idOf('question') }
}
const seen = (id: string) => noticeForMail(office.db.read, id)

test('a notice is mailed as its reader sees it now', async () => {
  const { id, assigned, question } = await told()
  await patch(office.app, office.cleo, `/api/requests/${id}`, { title: 'Renamed' })
  expect(await seen(question)).toMatchObject({ code: 'question', values: { title: 'Renamed', excerpt: 'Which line?' } })
  expect(await seen(assigned)).toMatchObject({ code: 'assigned', values: { actor: { firstName: 'Cleo' } } })
  expect(await seen('none')).toBeUndefined()
})

test('what was read, undone or deleted meanwhile is not', async () => {
  const { app, db, ada, cleo } = office
  const { id, assigned, question } = await told()
  await patch(app, cleo, `/api/requests/${id}`, { assignedToId: null })
  expect(await seen(assigned)).toBeUndefined()
  await post(app, ada, '/api/notices/read', { all: true })
  expect(await seen(question)).toBeUndefined()
  await post(app, ada, '/api/notices/unread', { all: true })
  expect(await seen(question)).toBeDefined()
  await db.write((tx) =>
    tx.updateTable('comments').set({ deleted_at: '2026-03-10T09:00:00.000Z', comment: '' }).execute(),
  )
  expect(await seen(question)).toBeUndefined()
})

test('nor is one whose reader lost the right to see the request, or the account', async () => {
  const { db, services, ada, cleo } = office
  const { id, assigned, question } = await told()
  await db.write((tx) => tx.updateTable('roles').set({ permissions: '[]' }).where('id', '=', 'manager').execute())
  await services.settings.change({ visibility: 'own' })
  expect(await seen(assigned)).toBeDefined()
  await db.write((tx) => tx.updateTable('requests').set({ assigned_to_id: cleo.id }).where('id', '=', id).execute())
  expect(await seen(assigned)).toBeUndefined()
  await db.write((tx) =>
    tx.updateTable('users').set({ deactivated_at: '2026-03-10T09:00:00.000Z' }).where('id', '=', ada.id).execute(),
  )
  expect(await seen(question)).toBeUndefined()
})
