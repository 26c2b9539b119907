import { expect, test } from 'vitest'
import { forUpdate } from '../platform/database/dialect.ts'
import { get, patch } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { buildRequest } from '../testing/build.ts'
import { reassignBatch } from '../requests/reassignments.ts'
import { jobRunners } from '../testing/jobs.ts'
import { peopleOf } from '../testing/people.ts'
import { reassignmentJobs } from './reassignment-jobs.ts'

const office = await officeOfFile()
const { invite, list, person, deactivate, auditOf } = peopleOf(office)
const startRunner = jobRunners()

test.each([
  ['another person', 'user-dan', 'Dan Osei'],
  ['nobody', null, null],
])('open requests go to %s in the same act, with an entry in each history', async (_, handOverTo, name) => {
  const { app, db, ada, ben, cleo } = office
  const mine = { requesterId: ada.id, assignedToId: ben.id }
  const open = [await buildRequest(db, mine), await buildRequest(db, { ...mine, status: 'in_progress' })]
  const done = await buildRequest(db, { ...mine, status: 'completed' })
  for (const { id } of [...open, done]) await patch(app, cleo, `/api/requests/${id}`, { assignedToId: ben.id })
  const opened = (await list('?search=ben')).people[0].openRequests

  const res = await deactivate(ben.id, { handOverTo })
  expect(opened).toBe(2)
  expect(res.body).toMatchObject({ handedOver: 2, stillToHandOver: 0, person: { openRequests: 0 } })
  for (const { id } of open) {
    expect((await get(app, cleo, `/api/requests/${id}`)).body.assignedToId).toBe(handOverTo)
    const history = (await get(app, cleo, `/api/requests/${id}/history`)).body
    expect(history.at(-1)).toMatchObject({
      field: 'assignedTo',
      old: 'Ben Marlow',
      new: name,
      actor: { firstName: 'Cleo' },
    })
  }
  expect((await get(app, cleo, `/api/requests/${done.id}`)).body.assignedToId).toBe(ben.id)
  const back = await patch(app, cleo, `/api/requests/${open[0]!.id}`, { assignedToId: ben.id })
  expect(back.statusCode).toBe(400)
})

test('the open requests of a person who is inactive already are handed over as well', async () => {
  const { app, db, ada, ben, cleo, dan } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, assignedToId: ben.id })
  await deactivate(ben.id)
  const later = await deactivate(ben.id, { handOverTo: dan.id })
  expect(later).toMatchObject({ statusCode: 200, body: { handedOver: 1, stillToHandOver: 0 } })
  expect((await get(app, cleo, `/api/requests/${id}`)).body.assignedToId).toBe(dan.id)
  expect(await auditOf('user.deactivated')).toHaveLength(1)
})

test('many open requests are all handed over in the background', async () => {
  const { app, db, services, ada, ben, cleo } = office
  for (let i = 0; i < 60; i++) {
    const { id } = await buildRequest(db, { requesterId: ada.id })
    await patch(app, cleo, `/api/requests/${id}`, { assignedToId: ben.id })
  }
  const res = await deactivate(ben.id, { handOverTo: 'user-dan' })
  expect(res.body).toMatchObject({ handedOver: 25, stillToHandOver: 35 })
  const runner = startRunner(office, reassignmentJobs(services))
  await expect.poll(async () => (await list('?search=osei')).people[0].openRequests).toBe(60)
  await runner.stop()
  expect((await person(ben.id)).openRequests).toBe(0)
})

test('requests become unassigned when their next assignee is being deactivated in another process', async () => {
  const { db, clock, ada, ben, cleo, dan } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, assignedToId: ben.id })
  const handOver = { from: ben.id, to: dan.id, actorId: cleo.id }
  const locked = Promise.withResolvers<void>()
  const deactivating = db.write(async (tx) => {
    const deactivated_at = clock().toISOString()
    await forUpdate(tx, tx.selectFrom('users').select('id').where('id', '=', dan.id)).execute()
    await tx.updateTable('users').set({ deactivated_at }).where('id', '=', dan.id).execute()
    locked.resolve()
  })
  await locked.promise
  // On PostgreSQL it waits for the transaction of the deactivation.
  expect(await db.write((tx) => reassignBatch(tx, { clock, timeZone: 'UTC' }, handOver, 25))).toBe(1)
  await deactivating
  const stored = db.read.selectFrom('requests').select('assigned_to_id').where('id', '=', id)
  expect(await stored.execute()).toEqual([{ assigned_to_id: null }])
})

test('open requests cannot be handed to a person who is being deactivated, inactive or only invited, and nothing changes then', async () => {
  const { ben, dan } = office
  const eva = (await invite()).body.person
  await deactivate(dan.id)
  for (const handOverTo of [ben.id, dan.id, eva.id, 'nobody']) {
    expect(await deactivate(ben.id, { handOverTo })).toMatchObject({
      statusCode: 400,
      body: { details: [{ path: 'handOverTo' }] },
    })
  }
  expect((await person(ben.id)).state).toBe('active')
})
