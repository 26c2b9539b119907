import { generateIdentity, identityToRecipient } from 'age-encryption'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/open.ts'
import { get, post, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { backupJobs } from './jobs.ts'
import { backupFolder, nameOf } from './places.ts'
import { FolderTarget } from './targets/folder-target.ts'
import { prove } from './prove.ts'

const SETTINGS = '/api/settings/backup'
const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)
const office = await officeOfFile()
const { app, cleo } = office
const dataDir = mkdtempSync(join(tmpdir(), 'rfd-recipient-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const save = (change: object) => put(app, cleo, SETTINGS, change)

test('a recipient and a passphrase take each other’s place', async () => {
  expect((await save({ passphrase: 'seven small words' })).body).toMatchObject({ hasPassphrase: true, recipient: null })
  expect((await save({ recipient })).body).toMatchObject({ hasPassphrase: false, recipient })
  expect((await save({ schedule: 'weekly' })).body).toMatchObject({ recipient })
  expect((await save({ passphrase: 'seven small words' })).body).toMatchObject({ hasPassphrase: true, recipient: null })
})

test.each(['age1someone', 'ssh-ed25519 AAAA', '', identity, `${recipient}\n${recipient}`])(
  '%j is no recipient',
  async (wrong) => {
    expect(await save({ recipient: wrong })).toMatchObject({
      statusCode: 400,
      body: { details: [{ path: 'recipient' }] },
    })
    expect((await get(app, cleo, SETTINGS)).body).toMatchObject({ version: 0, recipient: null })
  },
)

test('either a recipient or a passphrase', async () => {
  expect(await save({ recipient, passphrase: 'seven small words' })).toMatchObject({
    statusCode: 400,
    body: { details: [{ path: 'recipient' }] },
  })
})

test('a backup for a recipient is proven as it is made; the server cannot verify or restore it later', async () => {
  await save({ recipient })
  const { id } = (await post(app, cleo, '/api/backups', {})).body as { id: string }
  // The command makes a backup of an office in a folder, whatever the engine of this one.
  const secretKey = Buffer.from('8f1c7e5b2a94d0636b1fd8c4e27a9053')
  const config = { ...office.services.config, secretKey, dataDir, databaseUrl: undefined }
  const own = await openDatabase({ dataDir })
  await own.migrate()
  await own.close()
  const job = { id: 0, payload: { id, task: 'make' }, attempt: 1, signal: new AbortController().signal }
  await backupJobs({ ...office.services, config }).backup!({ ...job, finishIn: async () => {} })
  const { backups } = (await get(app, cleo, '/api/backups')).body as { backups: object[] }
  expect(backups).toEqual([expect.objectContaining({ id, state: 'proven', isEncrypted: true, recipient })])

  expect(await post(app, cleo, `/api/backups/${id}/verify`)).toMatchObject({ statusCode: 409 })
  const { officeName } = await office.services.settings.policy()
  expect(await post(app, cleo, `/api/backups/${id}/restore`, { confirm: officeName })).toMatchObject({
    statusCode: 409,
    body: { error: expect.stringContaining('Only its recipient') },
  })

  const scratch = mkdtempSync(join(dataDir, 'proof-'))
  const file = { target: new FolderTarget(backupFolder(config)), name: nameOf(id), scratch }
  await expect(prove(file, { identity: await generateIdentity() }, undefined)).rejects.toThrow('does not open')
  expect((await prove(file, { identity }, undefined)).doubt).toBeUndefined()
})
