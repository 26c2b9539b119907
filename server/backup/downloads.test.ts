import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { get, post } from '../testing/app.ts'
import { buildBackup } from '../testing/backups.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { backupFolder, nameOf } from './places.ts'

const office = await officeOfFile()
const { app, clock } = office

const ask = (id: string, person = office.cleo) => post(app, person, `/api/backups/${id}/downloads`, undefined)
const pathFor = async (id: string) => String((await ask(id)).body.path)
/** As a browser that follows a link: without a session's header. */
const follow = (path: string) => get(app, null, path)

test('a browser downloads a backup by following an address, and the log says who', async () => {
  const id = await buildBackup(office.services)
  const res = await follow(await pathFor(id))
  expect(res).toMatchObject({
    statusCode: 200,
    body: 'file',
    headers: { 'content-length': '4', 'content-disposition': expect.stringMatching(/^attachment; filename="backup-/) },
  })
  const last = office.db.read.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1)
  expect(await last.executeTakeFirst()).toMatchObject({ action: 'backup.downloaded', actor_id: office.cleo.id })
})

test('the address opens this one file, for a minute, unaltered', async () => {
  const [id, other] = [await buildBackup(office.services), await buildBackup(office.services)]
  const path = await pathFor(id)
  const ticket = path.split('?')[1]!
  for (const wrong of [
    `/api/backups/${other}/content?${ticket}`,
    `/api/backups?${ticket}`,
    `/api/settings/backup?${ticket}`,
    path.replace('ticket=v1.', 'ticket=v2.'),
    `${path.slice(0, -4)}AAAA`,
    `/api/backups/${id}/content?ticket=`,
    `/api/backups/${id}/content`,
  ])
    expect((await follow(wrong)).statusCode).toBe(401)
  expect(ticket).not.toContain(office.cleo.token)
  clock.forward(60_000)
  expect((await follow(path)).statusCode).toBe(401)
})

test('it opens nothing once the session has ended or the permission is gone', async () => {
  const id = await buildBackup(office.services)
  const path = await pathFor(id)
  const { role_id } = await office.db.read
    .selectFrom('users')
    .select('role_id')
    .where('id', '=', office.ada.id)
    .executeTakeFirstOrThrow()
  await office.db.write((tx) => tx.updateTable('users').set({ role_id }).where('id', '=', office.cleo.id).execute())
  office.services.sessions.forgetAll()
  expect((await follow(path)).statusCode).toBe(403)
  await office.db.write((tx) => tx.deleteFrom('sessions').execute())
  office.services.sessions.forgetAll()
  expect((await follow(path)).statusCode).toBe(401)
})

test('whoever may not, and what is not there, gets no address', async () => {
  const id = await buildBackup(office.services)
  expect((await ask(id, office.ada)).statusCode).toBe(403)
  expect((await ask('none')).statusCode).toBe(404)
  expect((await ask(await buildBackup(office.services, { state: 'failed' }))).statusCode).toBe(409)
  rmSync(join(backupFolder(office.services.config), nameOf(id)))
  expect((await ask(id)).statusCode).toBe(409)
})
