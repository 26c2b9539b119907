import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Export } from '../../../shared/exports/exports.ts'
import { del, get, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { claim } from '../../platform/jobs/claim.ts'
import { deadExports, exportJobs } from './jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
const run = jobRunners()
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-export-test-'))
  office = await testApp({ config: { dataDir }, policy: { idleMinutes: 1440 } })
})
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a store that fails before it reads gives an export with the reason, and no open or leftover file', async () => {
  const { app, ben, services } = office
  const uncaught = vi.fn()
  process.on('uncaughtException', uncaught)
  onTestFinished(() => void process.off('uncaughtException', uncaught))
  await buildRequest(office.db, { requesterId: office.ada.id })
  const handed: Readable[] = []
  const put = (_key: string, content: Readable) => {
    handed.push(content)
    return Promise.reject(new Error('No room'))
  }
  const files = Object.assign(Object.create(services.files) as typeof services.files, { put })
  run(services, exportJobs({ ...services, files }))
  const { id } = (await post(app, ben, '/api/exports', { format: 'csv', view: {} })).body as Export
  await vi.waitFor(
    async () =>
      expect((await get(app, ben, `/api/exports/${id}`)).body).toMatchObject({
        state: 'retrying',
        note: 'The file could not be written.',
      }),
    { timeout: 300_000, interval: 20 },
  )
  await vi.waitFor(() => expect(handed.map(({ closed }) => closed)).toEqual([true]), { timeout: 300_000 })
  expect(uncaught).not.toHaveBeenCalled()
  await del(app, ben, `/api/exports/${id}`)
  expect(readdirSync(join(dataDir, 'exporting'))).toEqual([])
})

test('an export that is tried again says when, is made then, and one that is deleted meanwhile leaves nothing', async () => {
  const { app, ben, db, services, clock } = office
  const real = services.files
  let isBroken = true
  const put = (...values: Parameters<typeof real.put>) =>
    isBroken ? Promise.reject(new Error('disk')) : real.put(...values)
  const files = Object.assign(Object.create(real) as typeof real, { put })
  run(services, exportJobs({ ...services, files }), { leaseMs: 1_000_000_000 })
  const begin = async () => (await post(app, ben, '/api/exports', { format: 'csv', view: {} })).body as Export
  const waits = ({ id }: Export) =>
    vi.waitFor(
      async () => {
        const { body } = await get(app, ben, `/api/exports/${id}`)
        expect(body).toMatchObject({ state: 'retrying', checksum: null, retryAt: expect.any(String) })
        return body as Export
      },
      { timeout: 300_000, interval: 20 },
    )
  const [stored, deleted] = [await begin(), await begin()]
  const { retryAt } = await waits(stored)
  expect(Date.parse(retryAt!)).toBeGreaterThan(clock().getTime())
  await waits(deleted)
  expect((await get(app, ben, '/api/exports')).body).toMatchObject({
    exports: expect.arrayContaining([expect.objectContaining({ id: stored.id, retryAt })]),
  })
  await del(app, ben, `/api/exports/${deleted.id}`)
  isBroken = false
  await vi.waitFor(
    async () => {
      clock.forward(60_000)
      const { body } = await get(app, ben, `/api/exports/${stored.id}`)
      expect(body).toMatchObject({ state: 'ready', note: null, retryAt: null })
    },
    { timeout: 300_000, interval: 20 },
  )
  const jobsOf = (id: string) =>
    db.read.selectFrom('jobs').select(['finished_at', 'dead_at']).where('unique_key', '=', id).execute()
  await vi.waitFor(
    async () => expect(await jobsOf(deleted.id)).toEqual([{ finished_at: expect.anything(), dead_at: null }]),
    { timeout: 300_000, interval: 20 },
  )
  expect(readdirSync(join(dataDir, 'exporting'))).not.toContain(deleted.id)
  const keys: string[] = []
  for await (const { key } of real.list('exports/')) keys.push(key)
  expect(keys.filter((key) => key.includes(deleted.id))).toEqual([])
})

test.skipIf(!existsSync('/dev/full'))(
  'an export for which there is no room says so, and is written once there is',
  async () => {
    const { app, ben, services, clock } = office
    await buildRequest(office.db, { requesterId: office.ada.id })
    const { id } = (await post(app, ben, '/api/exports', { format: 'xlsx', view: {} })).body as Export
    // A device that is always full.
    symlinkSync('/dev/full', join(dataDir, 'exporting', id))
    run(services, exportJobs(services), { leaseMs: 1_000_000_000 })
    const note =
      'The file could not be written. There is no room left for files on the server. Nothing was stored; please tell an administrator.'
    const becomes = async (expected: Partial<Export>) =>
      expect((await get(app, ben, `/api/exports/${id}`)).body).toMatchObject(expected)
    await vi.waitFor(() => becomes({ state: 'retrying', note }), { timeout: 300_000, interval: 20 })
    // The next attempt is scheduled after the failure is stored, so the clock is advanced until it has run.
    await vi.waitFor(
      () => {
        clock.forward(60_000)
        return becomes({ state: 'ready', note: null })
      },
      { timeout: 300_000, interval: 20 },
    )
  },
)

test('an export that fails each time says in the end that it was given up', async () => {
  const { app, ben, services, clock } = office
  const put = () => Promise.reject(new Error('disk'))
  const files = Object.assign(Object.create(services.files) as typeof services.files, { put })
  run(services, exportJobs({ ...services, files }), { leaseMs: 1_000_000_000 })
  const { id } = (await post(app, ben, '/api/exports', { format: 'csv', view: {} })).body as Export
  await vi.waitFor(
    async () => {
      clock.forward(60_000)
      const note = 'The file could not be written. It was tried 5 times. Please make a new one.'
      expect((await get(app, ben, `/api/exports/${id}`)).body).toMatchObject({ state: 'failed', note, retryAt: null })
    },
    { timeout: 300_000, interval: 20 },
  )
})

test('an export whose process died in the last attempt is marked failed once its job is found, and another may start', async () => {
  const { app, ben, db, services, clock } = office
  const { id } = (await post(app, ben, '/api/exports', { format: 'csv', view: {} })).body as Export
  for (let attempt = 1; attempt <= 5; attempt++)
    await db.write((tx) => claim(tx, { kinds: ['export'], now: clock(), leaseUntil: clock(), limit: 10 }))
  run(services, exportJobs(services), { onDeadLetter: deadExports() })
  await vi.waitFor(
    async () =>
      expect((await get(app, ben, `/api/exports/${id}`)).body).toMatchObject({
        state: 'failed',
        note: expect.stringContaining('the program ended during the last attempt'),
      }),
    { timeout: 300_000, interval: 20 },
  )
})
