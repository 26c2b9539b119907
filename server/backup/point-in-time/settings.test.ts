import { expect, test } from 'vitest'
import { get, put } from '../../testing/app.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()
const { app, db } = office
const SETTINGS = '/api/settings/backup'

test('point in time is off at first; on PostgreSQL it stays off, because the database’s archiving does it', async () => {
  expect((await get(app, office.cleo, SETTINGS)).body).toMatchObject({ pointInTime: false })
  const saved = await put(app, office.cleo, SETTINGS, { pointInTime: true })
  if (TEST_ENGINE !== 'sqlite') {
    expect(saved).toMatchObject({
      statusCode: 409,
      body: { code: 'wrong-status', error: expect.stringContaining('the database’s own archiving does this') },
    })
    expect((await get(app, office.cleo, SETTINGS)).body).toMatchObject({ pointInTime: false, version: 0 })
    expect((await get(app, office.cleo, '/api/backups/status')).body).toMatchObject({ pointInTime: null })
    return
  }
  expect(saved).toMatchObject({ statusCode: 200, body: { pointInTime: true } })
  const entry = await db.read.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(entry.details).toContain('"pointInTime":{"before":false,"after":true}')
})

test('who may not manage backups may not turn it on, and what is neither on nor off is refused', async () => {
  expect(await put(app, office.ben, SETTINGS, { pointInTime: true })).toMatchObject({ statusCode: 403 })
  expect(await put(app, office.cleo, SETTINGS, { pointInTime: 'yes' })).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'pointInTime', message: 'Point in time must be on or off' }] },
  })
})
