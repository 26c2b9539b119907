import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, vi } from 'vitest'
import { reportJobs } from '../reports/jobs.ts'
import { put, testApp } from './app.ts'
import { jobRunners } from './jobs.ts'

const DAILY = {
  cadence: 'daily',
  weekday: 1,
  monthDay: 1,
  time: '10:00',
  timeZone: 'UTC',
  formats: ['csv'],
  recipients: { people: [] as string[], roles: [] as string[] },
  version: 0,
}

/** For the top of a test file: an office in which reports are scheduled, as new before each test. */
export async function officeWithSchedules() {
  const dataDir = mkdtempSync(join(tmpdir(), 'rfd-schedule-test-'))
  const office = await testApp({ config: { dataDir }, policy: { idleMinutes: 1440 } })
  const run = jobRunners()
  beforeEach(() => office.reset())
  afterAll(async () => {
    await office.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const runsNow = () => office.db.read.selectFrom('report_runs').selectAll().orderBy('created_at').execute()
  return {
    office,
    runsNow,
    /** Starts a runner for the jobs of reports. */
    work: () => run(office.services, reportJobs(office.services)),
    /** Stores a person's schedule of a report, daily at 10:00 UTC unless changed. */
    schedule: (change: object = {}, person = office.ben, report = 'overdue') =>
      put(office.app, person, `/api/reports/${report}/schedule`, { ...DAILY, ...change }),
    /** Waits until there are exactly `count` runs, all in this state. */
    settled: (count: number, state = 'ready') =>
      vi.waitFor(async () => expect((await runsNow()).map((one) => one.state)).toEqual(Array(count).fill(state)), {
        timeout: 300_000,
        interval: 20,
      }),
  }
}
