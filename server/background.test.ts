import { afterAll, expect, test, vi } from 'vitest'
import { CONCURRENCY_BY_KIND } from './background.ts'
import { openTestDatabase } from './testing/database.ts'
import { jobRunners } from './testing/jobs.ts'
import { waitingJobs } from './testing/waiting-jobs.ts'

const db = await openTestDatabase()
afterAll(() => db.close())
const clock = () => new Date('2026-11-02T08:00:00.000Z')
const { start, put, until } = waitingJobs(db, clock, jobRunners())

test('exports leave slots for the other jobs', async () => {
  const begun = vi.fn()
  const quick = vi.fn(async () => {})
  for (let i = 0; i < 4; i++) await put({ kind: 'export', payload: i })
  const endless = ({ signal }: { signal: AbortSignal }) =>
    new Promise<void>((resolve) => {
      begun()
      signal.addEventListener('abort', () => resolve())
    })
  start({ export: endless, 'classify-missing': quick }, { concurrencyByKind: CONCURRENCY_BY_KIND })
  await until(() => expect(begun).toHaveBeenCalledTimes(2))
  await put({ kind: 'classify-missing', payload: null })
  await until(() => expect(quick).toHaveBeenCalledOnce())
  expect(begun).toHaveBeenCalledTimes(2)
})
