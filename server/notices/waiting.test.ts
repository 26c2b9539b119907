import { expect, test } from 'vitest'
import { del, get, patch, post } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { scanHistory } from './scan.ts'

const office = await officeOfFile()

async function waitingFor(person: Person, query = '') {
  await scanHistory(office.services)
  return (await get(office.app, person, `/api/waiting${query}`)).body
}
async function say(person: Person, id: string, comment: string) {
  office.clock.forward(1000)
  return (await post(office.app, person, `/api/requests/${id}/comments`, { comment })).body
}

test('a question waits until its person comments on the request', async () => {
  const { ada, ben, dan } = office
  const { id, request_id, title } = await buildRequest(office.db, { requesterId: ada.id, department: 'operations' })
  const comment = await say(ben, id, 'Which line?')
  await say(dan, id, 'And which office?')
  expect(await waitingFor(ada)).toMatchObject({
    total: 2,
    items: [
      {
        code: 'question',
        requestId: request_id,
        title,
        excerpt: 'Which line?',
        commentId: comment.id,
        actor: { firstName: 'Ben' },
      },
      { code: 'question', excerpt: 'And which office?', actor: { firstName: 'Dan' } },
    ],
  })
  expect(await waitingFor(dan)).toEqual({ items: [], total: 0 })
  await say(ada, id, 'The first one.')
  expect(await waitingFor(ada)).toEqual({ items: [], total: 0 })
})

test('overdue comes before due soon, and both before what is to be reviewed, oldest first', async () => {
  const { app, db, ada, ben, dan } = office
  const build = (dueDate: string, more = {}) => buildRequest(db, { requesterId: ada.id, dueDate, ...more })
  const late = await build('2026-03-09', { assignedToId: ben.id, department: 'operations' })
  const soon = await build('2026-03-12', { assignedToId: ben.id, department: 'operations' })
  await build('2026-03-13', { assignedToId: ben.id, department: 'operations' })
  const [first, second] = [await build('2026-05-01'), await build('2026-05-01')]
  const { items, total } = await waitingFor(ben)
  expect(items.map((one: { code: string; requestId: string }) => [one.code, one.requestId])).toEqual([
    ['overdue', late.request_id],
    ['due-soon', soon.request_id],
    ['review', first.request_id],
    ['review', second.request_id],
  ])
  expect(total).toBe(4)
  expect(await waitingFor(ben, '?limit=2')).toMatchObject({
    total: 4,
    items: [{ code: 'overdue' }, { code: 'due-soon' }],
  })
  expect((await waitingFor(dan)).total).toBe(0)
  await patch(app, ben, `/api/requests/${late.id}`, { status: 'completed' })
  expect((await waitingFor(ben)).total).toBe(3)
})

test('who no longer sees a request is not told that it waits', async () => {
  const { app, db, services, ada, ben, dan } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, assignedToId: dan.id, department: 'operations' })
  await say(ada, id, 'Which line?')
  expect((await waitingFor(dan)).total).toBe(1)
  await services.settings.change({ visibility: 'own' })
  await patch(app, ben, `/api/requests/${id}`, { assignedToId: null })
  expect((await waitingFor(dan)).total).toBe(0)
})

test('who may not: nobody without a session', async () => {
  expect((await get(office.app, null, '/api/waiting')).statusCode).toBe(401)
  expect((await get(office.app, office.ada, '/api/waiting?limit=51')).statusCode).toBe(400)
  expect((await del(office.app, office.ada, '/api/waiting')).statusCode).toBe(405)
})
