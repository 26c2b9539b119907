import { expect, test } from 'vitest'
import type { BackupStatus } from '../../../shared/backups.ts'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import { HOLDS } from '../../background.ts'
import { claim } from '../../platform/jobs/claim.ts'
import { RESTORING } from '../../platform/jobs/hold.ts'
import { del, get, post } from '../../testing/app.ts'
import { buildBackup } from '../../testing/backups.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRole } from '../../testing/roles.ts'
import { deadPreparations, prepareJobs } from './jobs.ts'
import { findRestoring, PREPARE } from './restoring.ts'

const office = await officeOfFile()
const { app, db } = office
const WITHDRAW = '/api/backups/restore'

const ask = async (person = office.cleo, state: 'proven' | 'not-proven' = 'proven', body?: object) => {
  const id = await buildBackup(office.services, { state })
  const confirm = (await office.services.settings.policy()).officeName
  return post(app, person, `/api/backups/${id}/restore`, body ?? { confirm })
}
const status = async () => (await get(app, office.cleo, '/api/backups/status')).body as BackupStatus
const queued = () => db.read.selectFrom('jobs').select('id').where('kind', '=', PREPARE).execute()

test('a restore is asked for once, said to be waiting, and withdrawn', async () => {
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 409, 409])
  expect(await status()).toMatchObject({ restoring: { state: 'queued', askedBy: { firstName: 'Cleo' } } })
  expect(JSON.stringify(await status())).not.toContain('token')
  expect((await del(app, office.cleo, WITHDRAW)).statusCode).toBe(204)
  expect(await status()).toMatchObject({ restoring: null, restoreFailed: null })
  expect((await del(app, office.cleo, WITHDRAW)).statusCode).toBe(409)
  const entries = db.read.selectFrom('audit_log').select('action').where('action', 'like', 'backup.restore%')
  expect((await entries.orderBy('id').execute()).map(({ action }) => action)).toEqual([
    'backup.restore-asked',
    'backup.restore-withdrawn',
  ])
})

test('who lacks a single permission may not bring back the roles of a backup, and nothing is begun', async () => {
  for (const person of [office.ada, office.ben]) {
    expect((await ask(person)).statusCode).toBe(403)
    expect((await del(app, person, WITHDRAW)).statusCode).toBe(403)
  }
  const almost = PERMISSIONS.filter((one) => one !== 'roles.manage')
  await buildRole(db, { id: 'almost', permissions: almost, people: [office.dan.id] })
  office.services.sessions.forgetAll()
  expect(await ask(office.dan)).toMatchObject({ statusCode: 403, body: { code: 'not-allowed' } })
  expect(await queued()).toEqual([])
})

test.each([[{}], [{ confirm: 'Another office' }], [{ confirm: '' }]])(
  'a wrong name of the office, such as %j, is refused at its field',
  async (body) => {
    expect(await ask(office.cleo, 'proven', body)).toMatchObject({
      statusCode: 400,
      body: { details: [{ path: 'confirm' }] },
    })
    expect(await queued()).toEqual([])
  },
)

test('a backup that is not proven, is of another key or for a recipient, or does not exist is not restored', async () => {
  expect((await ask(office.cleo, 'not-proven')).statusCode).toBe(409)
  const id = await buildBackup(office.services, { state: 'proven' })
  await db.write((tx) => tx.updateTable('backups').set({ key_id: 'another' }).where('id', '=', id).execute())
  const confirm = (await office.services.settings.policy()).officeName
  const answer = await post(app, office.cleo, `/api/backups/${id}/restore`, { confirm })
  expect(answer).toMatchObject({ statusCode: 409, body: { error: expect.stringContaining('another SECRET_KEY') } })
  const ofRecipient = { key_id: null, recipient: 'age1office' }
  await db.write((tx) => tx.updateTable('backups').set(ofRecipient).where('id', '=', id).execute())
  expect(await post(app, office.cleo, `/api/backups/${id}/restore`, { confirm })).toMatchObject({
    statusCode: 409,
    body: { error: expect.stringContaining('recipient') },
  })
  expect((await post(app, office.cleo, '/api/backups/none/restore', { confirm })).statusCode).toBe(404)
  expect(await queued()).toEqual([])
})

test('while a restore is prepared no stored file is removed', async () => {
  const due = async () => {
    const due = { kinds: HOLDS[RESTORING]!, now: office.clock(), holds: HOLDS, leaseUntil: office.clock(), limit: 9 }
    return (await db.write((tx) => claim(tx, due))).map(({ kind }) => kind)
  }
  await ask()
  await db.write((tx) => office.queue.add(tx, { kind: 'sweep-files', payload: null }))
  expect(await due()).toEqual([])
  await del(app, office.cleo, WITHDRAW)
  expect(await due()).toEqual(['sweep-files'])
})

test('a preparation whose process was killed has failed, and another can be asked for', async () => {
  const killed = [
    async (token: string) =>
      prepareJobs(office.services)[PREPARE]!({
        id: 0,
        payload: { token },
        attempt: 2,
        signal: new AbortController().signal,
        finishIn: async () => {},
      }),
    (token: string) => db.write((tx) => deadPreparations(office.services)[PREPARE]!(tx, { token }, 'process-ended')),
  ]
  for (const end of killed) {
    expect((await ask()).statusCode).toBe(202)
    await end((await findRestoring(db.read))!.token)
    expect(await status()).toMatchObject({
      restoring: null,
      restoreFailed: { code: 'interrupted', detail: '' },
    })
  }
  expect((await del(app, office.cleo, WITHDRAW)).statusCode).toBe(204)
  expect((await status()).restoreFailed).toBeNull()
})
