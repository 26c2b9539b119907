import { expect, test } from 'vitest'
import { deadLetter } from '../../platform/jobs/lease.ts'
import { get } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()

const STATUS = '/api/settings/database'

test('only those who manage settings see the status', async () => {
  const { app, ada, ben } = office
  expect((await get(app, null, STATUS)).statusCode).toBe(401)
  for (const person of [ada, ben]) expect((await get(app, person, STATUS)).statusCode).toBe(403)
})

test('the status says what the database is and how its jobs are', async () => {
  const { app, db, cleo, queue, clock } = office
  await db.write(async (tx) => {
    await queue.add(tx, { kind: 'batch', payload: null })
    const { id } = await tx.selectFrom('jobs').select('id').executeTakeFirstOrThrow()
    await deadLetter(tx, { id, attempts: 0 }, clock(), 'The disk was full')
    for (const kind of ['train', 'retention', 'sweep']) await queue.add(tx, { kind, payload: null, inMs: 60_000 })
    await queue.add(tx, { kind: 'mail', payload: null })
    const lease_until = new Date(clock().getTime() + 60_000).toISOString()
    await tx.updateTable('jobs').set({ lease_until }).where('kind', '=', 'train').execute()
  })
  const { body } = await get(app, cleo, STATUS)
  expect(body).toEqual({
    engine: db.engine,
    version: expect.stringMatching(/^\d+\.\d+/),
    sizeBytes: expect.any(Number),
    latencyMs: expect.any(Number),
    migrations: { applied: expect.any(Number), newest: expect.stringMatching(/^\d{4}-/) },
    connections: db.engine === 'sqlite' ? null : { open: expect.any(Number), most: expect.any(Number) },
    jobs: { waiting: 1, scheduled: 2, running: 1, dead: 1 },
  })
  expect(body.sizeBytes).toBeGreaterThan(0)
})
