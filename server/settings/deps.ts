import type { JobQueue } from '../platform/jobs/queue.ts'
import type { Settings } from './service.ts'

/** Dependencies of the settings screens. */
export interface Deps {
  clock: () => Date
  settings: Settings
}

/** For the general settings: a new time zone makes a job recount everything that is counted by day. */
export interface GeneralDeps extends Deps {
  queue: JobQueue
}
