import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/database/open.ts'
import { JobQueue } from '../platform/jobs/queue.ts'
import { Settings } from '../settings/service.ts'
import { backupJobs } from './jobs.ts'
import { enqueueBackup } from './service.ts'

const top = mkdtempSync(join(tmpdir(), 'rfd-backup-commands-'))
const dataDir = join(top, 'office')
beforeAll(async () => (await openDatabase({ dataDir })).close())
afterAll(() => rmSync(top, { recursive: true, force: true }))

function run(words: string[], environment: Record<string, string> = {}) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    SECRET_KEY: '',
    BACKUP_PASSPHRASE: '',
    ...environment,
  }
  const main = join(import.meta.dirname, '..', 'backup-command.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], { env, encoding: 'utf8' })
  return { status, last: stdout.trimEnd().split('\n').at(-1), stderr: stderr.trimEnd() }
}
const file = (name: string) => join(top, name)
const PROVEN = 'Proven: 0 requests, 0 documents, 0 audit entries.'

test('with a passphrase a backup is made, proven, verified and restored, and tells each by its exit code', () => {
  const passphrase = { BACKUP_PASSPHRASE: 'seven small words of a passphrase' }
  expect(run(['backup', file('a.rfd')], passphrase)).toEqual({ status: 0, last: PROVEN, stderr: '' })
  const again = run(['backup', file('a.rfd')], passphrase)
  expect(again).toMatchObject({ status: 1, stderr: `${file('a.rfd')} exists already. Choose another name.` })
  expect(run(['verify', file('a.rfd')])).toMatchObject({ status: 1, stderr: expect.stringContaining('is encrypted') })
  const there = { DATA_DIR: file('there') }
  const restored = run(['restore', file('a.rfd')], { ...passphrase, ...there })
  expect(restored).toEqual({ status: 0, last: PROVEN.replace('Proven', 'Restored'), stderr: '' })
  expect(run(['restore', file('a.rfd')], { ...passphrase, ...there })).toMatchObject({
    status: 1,
    stderr: `${file('there')} is not empty. Choose another DATA_DIR, or add --replace.`,
  })
})

test('a backup for a recipient is proven as it is made, and later only by the identity', async () => {
  const identity = await generateIdentity()
  writeFileSync(file('identity.txt'), `# a comment\n${identity}\n`)
  const recipient = await identityToRecipient(identity)
  expect(run(['backup', file('b.rfd'), '--recipient', recipient])).toMatchObject({
    status: 0,
    last: PROVEN,
  })
  expect(run(['verify', file('b.rfd')])).toMatchObject({ status: 1, stderr: expect.stringContaining('is encrypted') })
  expect(run(['verify', file('b.rfd'), '--identity', file('identity.txt')])).toMatchObject({ status: 0, last: PROVEN })
})

test('misuse is told by its exit code, and a failed backup leaves no file', () => {
  expect(run(['backup'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: npm run backup') })
  expect(run(['verify', file('none.rfd')])).toMatchObject({
    status: 2,
    stderr: `${file('none.rfd')} is not there.`,
  })
  expect(run(['backup', file('c.rfd')], { DATA_DIR: file('nowhere') })).toMatchObject({ status: 2 })
  expect(run(['backup', file('no/such/folder.rfd')])).toMatchObject({ status: 1 })
  expect(run(['backup', file('c.rfd'), '--recipient', 'age1someone'])).toMatchObject({ status: 2 })
  expect(existsSync(file('c.rfd'))).toBe(false)
  expect(readdirSync(top).filter((name) => name.includes('.part') || name.includes('proof'))).toEqual([])
})

test('the server makes a backup by the command, stores its proof, and proves it again', async () => {
  const own = join(top, 'own')
  const db = await openDatabase({ dataDir: own })
  const clock = () => new Date()
  const config = readConfig({ DATA_DIR: own, HOST: '127.0.0.1' })
  const deps = { db, clock, config, queue: new JobQueue(clock), settings: new Settings({ db, clock, demo: false }) }
  const run = async (id: string, task: string) => {
    const signal = new AbortController().signal
    await backupJobs(deps).backup!({ id: 0, payload: { id, task }, attempt: 1, signal, finishIn: async () => {} })
    return db.read.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }
  try {
    const id = await db.write((tx) => enqueueBackup(tx, deps, null))
    const made = await run(id, 'make')
    const size = statSync(join(own, 'backups', `${id}.rfd`)).size
    expect(made).toMatchObject({ state: 'proven', size, requests: 0, error: null, is_encrypted: 0 })
    expect(made.checksum).toMatch(/^[0-9a-f]{64}$/)
    expect(made.took_ms).toBeGreaterThan(0)
    // A later proof is not what making it took.
    const { checksum, took_ms } = made
    expect(await run(id, 'verify')).toMatchObject({ state: 'proven', checksum, took_ms })
    writeFileSync(join(own, 'backups', `${id}.rfd`), 'something else')
    const damaged = await run(id, 'verify')
    expect(damaged).toMatchObject({ state: 'failed', error: 'refused' })
    expect(damaged.error_detail).toBe('The file is damaged, or is no backup.')
  } finally {
    await db.close()
  }
})
