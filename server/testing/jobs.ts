import { afterEach, type Mock, vi } from 'vitest'
import type { JobHandler } from '../platform/jobs/job.ts'
import { JobRunner } from '../platform/jobs/runner.ts'
import type { Services } from '../services.ts'

type Start = (
  office: Pick<Services, 'db' | 'clock' | 'queue'>,
  handlers: Record<string, JobHandler>,
  more?: Pick<
    ConstructorParameters<typeof JobRunner>[0],
    'leaseMs' | 'uptime' | 'concurrency' | 'concurrencyByKind' | 'onePerPerson' | 'onDeadLetter' | 'intervals'
  >,
) => { stop(): Promise<void>; log: { warn: Mock; error: Mock } }

/**
 * For the top of a test file: starts runners that poll continuously and are stopped after each test. What a runner logs is
 * returned with it.
 */
export function jobRunners(): Start {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  return ({ db, clock, queue }, handlers, more = {}) => {
    const log = { warn: vi.fn(), error: vi.fn() }
    // A test that moves its clock lets time pass.
    const uptime = () => clock().getTime()
    const runner = new JobRunner({ db, clock, queue, handlers, log, pollMs: 10, uptime, ...more })
    stops.push(() => runner.stop())
    return { stop: () => runner.stop(), log }
  }
}
