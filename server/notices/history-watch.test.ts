import { afterEach, expect, test, vi } from 'vitest'
import { get, patch } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { jobRunners } from '../testing/jobs.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { HistoryWatch } from './history-watch.ts'
import { noticeJobs } from './jobs.ts'

const office = await officeOfFile()
const run = jobRunners()
const watches: HistoryWatch[] = []
afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.stop()
})

test('a change rings without any job of its own, and an office at rest queues nothing', async () => {
  const { app, db, queue, services, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, department: 'operations' })
  run(services, noticeJobs(services))
  watches.push(new HistoryWatch({ db, queue, log: { error: vi.fn() }, intervalMs: 5 }))
  const jobs = () => db.read.selectFrom('jobs').select('finished_at').execute()
  const allFinished = [{ finished_at: expect.any(String) }]
  await vi.waitFor(async () => expect(await jobs()).toEqual(allFinished), { timeout: 60_000, interval: 5 })
  await patch(app, ben, `/api/requests/${id}`, { status: 'in_progress' })
  const unread = async () => (await get(app, ada, '/api/notices')).body.unread as number
  await vi.waitFor(async () => expect(await unread()).toBe(1), { timeout: 60_000, interval: 5 })
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(await jobs()).toHaveLength(2)
})

test('a commit is looked at at once, without waiting for the next look', async () => {
  const { app, db, queue, services, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, department: 'operations' })
  run(services, noticeJobs(services))
  const log = { error: vi.fn() }
  watches.push(new HistoryWatch({ db, queue, log, intervalMs: 3_600_000 }))
  for (const [status, unread] of [
    ['in_progress', 1],
    ['completed', 2],
  ] as const) {
    await patch(app, ben, `/api/requests/${id}`, { status })
    const read = async () => (await get(app, ada, '/api/notices')).body.unread as number
    await vi.waitFor(async () => expect(await read()).toBe(unread), { timeout: 60_000, interval: 5 })
  }
  expect(log.error).not.toHaveBeenCalled()
})
