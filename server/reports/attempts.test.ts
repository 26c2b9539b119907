import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ReportRun } from '../../shared/reports/runs.ts'
import { get, testApp } from '../testing/app.ts'
import { jobRunners } from '../testing/jobs.ts'
import { reportFiles, startRun } from '../testing/reports.ts'
import { PARTIAL_FOLDER } from './exports/jobs.ts'
import { claim } from '../platform/jobs/claim.ts'
import { deadReportRuns, reportJobs } from './jobs.ts'
import { readRunFile } from './runs.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
const run = jobRunners()
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-report-test-'))
  office = await testApp({ config: { dataDir }, policy: { idleMinutes: 1440 } })
})
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a report that cannot be made says so, is retried, and finally fails with a sentence', async () => {
  const { app, ben, db, services, clock } = office
  const broken = { ...services, files: { ...services.files, put: () => Promise.reject(new Error('select secret')) } }
  // The store's methods are on its prototype.
  Object.setPrototypeOf(broken.files, services.files)
  const { id } = await startRun(office, 'overdue', ['csv'])
  // The test advances the clock far ahead, and no lease may expire meanwhile.
  run(services, reportJobs(broken), { leaseMs: 1_000_000_000 })
  const stateIs = (state: string) =>
    vi.waitFor(
      async () => {
        clock.forward(60_000)
        const { body } = await get(app, ben, `/api/report-runs/${id}`)
        expect(body).toMatchObject({ state })
        return body as ReportRun
      },
      { timeout: 300_000, interval: 20 },
    )
  const failed = await stateIs('failed')
  expect(failed.note).toBe(
    'The report could not be made. The server met an error that it did not expect. It was tried 5 times; an administrator finds it among the failed jobs.',
  )
  await vi.waitFor(
    async () => {
      const dead = await db.read.selectFrom('jobs').select('kind').where('dead_at', 'is not', null).execute()
      expect(dead).toEqual([{ kind: 'report-run' }])
    },
    { timeout: 300_000 },
  )
  expect(await reportFiles(office)).toEqual([])
})

test('a failed attempt is tried again, and its run is made then', async () => {
  const { app, ben, services, clock } = office
  const real = services.files
  let failures = 1
  const put = (...values: Parameters<typeof real.put>) =>
    failures-- > 0 ? Promise.reject(new Error('disk')) : real.put(...values)
  const files = Object.assign(Object.create(real) as typeof real, { put })
  const { id } = await startRun(office, 'overdue', ['csv'])
  run(services, reportJobs({ ...services, files }), { leaseMs: 1_000_000_000 })
  await vi.waitFor(
    async () =>
      expect((await get(app, ben, `/api/report-runs/${id}`)).body).toMatchObject({
        state: 'retrying',
        note: 'The report could not be made. The server met an error that it did not expect.',
        retryAt: expect.any(String),
      }),
    { timeout: 300_000, interval: 20 },
  )
  // The next attempt is scheduled after the failure is stored, so the clock is advanced until it has run.
  await vi.waitFor(
    async () => {
      clock.forward(60_000)
      const { body } = await get(app, ben, `/api/report-runs/${id}`)
      expect(body).toMatchObject({ state: 'ready', note: null, retryAt: null })
    },
    { timeout: 300_000, interval: 50 },
  )
})

test.skipIf(!existsSync('/dev/full'))(
  'a report for which there is no room says so, and is made once there is',
  async () => {
    const { app, ben, services, clock } = office
    const { id } = await startRun(office, 'overdue', ['csv'])
    // A device that is always full.
    mkdirSync(join(dataDir, PARTIAL_FOLDER), { recursive: true })
    symlinkSync('/dev/full', join(dataDir, PARTIAL_FOLDER, `${id}-csv`))
    run(services, reportJobs(services), { leaseMs: 1_000_000_000 })
    const { body } = await vi.waitFor(
      async () => {
        const res = await get(app, ben, `/api/report-runs/${id}`)
        expect(res.body).toMatchObject({ state: 'retrying', retryAt: expect.any(String) })
        return res
      },
      { timeout: 300_000, interval: 20 },
    )
    expect((body as ReportRun).note).toBe(
      'The report could not be made. There is no room left for files on the server. Nothing was stored; please tell an administrator.',
    )
    await vi.waitFor(
      async () => {
        clock.forward(60_000)
        expect((await get(app, ben, `/api/report-runs/${id}`)).body).toMatchObject({ state: 'ready' })
      },
      { timeout: 300_000, interval: 50 },
    )
  },
)

test('a run whose process died in the last attempt is marked failed once its job is found, with one audit entry', async () => {
  const { app, ben, db, services, clock } = office
  const { id } = await startRun(office, 'overdue', ['csv'])
  for (let attempt = 1; attempt <= 5; attempt++)
    await db.write((tx) => claim(tx, { kinds: ['report-run'], now: clock(), leaseUntil: clock(), limit: 1 }))
  run(services, reportJobs(services), { onDeadLetter: deadReportRuns(services) })
  await vi.waitFor(
    async () =>
      expect((await get(app, ben, `/api/report-runs/${id}`)).body).toMatchObject({
        state: 'failed',
        note: 'The report could not be made: the program ended during the last attempt.',
        endedAt: clock().toISOString(),
        files: [],
      }),
    { timeout: 300_000, interval: 20 },
  )
  const entries = db.read.selectFrom('audit_log').select('action').where('target_id', '=', id)
  expect(await entries.execute()).toEqual([{ action: 'report.failed' }])
})

test('a file whose reading cannot be recorded is closed again', async () => {
  const { app, ben, db, services } = office
  const { id } = await startRun(office, 'overdue', ['csv'])
  const runner = run(services, reportJobs(services))
  await vi.waitFor(
    async () => expect((await get(app, ben, `/api/report-runs/${id}`)).body).toMatchObject({ state: 'ready' }),
    { timeout: 300_000, interval: 20 },
  )
  await runner.stop()
  const actor = await services.sessions.find(ben.token)
  await services.sessions.settled()
  const read = vi.spyOn(services.files, 'read')
  const write = vi.spyOn(db, 'write').mockRejectedValueOnce(new Error('The database is busy'))
  await expect(readRunFile(services, actor!, id, 'csv')).rejects.toThrow('The database is busy')
  const content = (await read.mock.results[0]!.value) as Readable
  expect(content.destroyed).toBe(true)
  read.mockRestore()
  write.mockRestore()
})
