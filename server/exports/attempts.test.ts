import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Export } from '../../shared/exports/exports.ts'
import { get, post, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { jobRunners } from '../testing/jobs.ts'
import { claim } from '../jobs/queue.ts'
import { deadExports, exportJobs } from './jobs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
const run = jobRunners()
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-export-test-'))
  office = await testApp({ config: { dataDir } })
})
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a store that refuses before it reads makes an export that says so, and nothing stays open or behind', async () => {
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
        state: 'failed',
        note: expect.stringContaining('could not be written'),
      }),
    { timeout: 20_000, interval: 20 },
  )
  await vi.waitFor(() => expect(handed.map(({ closed }) => closed)).toEqual([true]))
  expect(uncaught).not.toHaveBeenCalled()
  expect(readdirSync(join(dataDir, 'exporting'))).toEqual([])
})

test('an export whose process ended in the last attempt says so as soon as its job is found, and another may begin', async () => {
  const { app, ben, db, services, clock } = office
  const { id } = (await post(app, ben, '/api/exports', { format: 'csv', view: {} })).body as Export
  for (let attempt = 1; attempt <= 5; attempt++)
    await db.write((tx) => claim(tx, { kinds: ['export'], now: clock(), leaseUntil: clock(), most: 10 }))
  run(services, exportJobs(services), { whenDead: deadExports() })
  await vi.waitFor(
    async () =>
      expect((await get(app, ben, `/api/exports/${id}`)).body).toMatchObject({
        state: 'failed',
        note: expect.stringContaining('the program ended during the last attempt'),
      }),
    { timeout: 10_000, interval: 20 },
  )
})
