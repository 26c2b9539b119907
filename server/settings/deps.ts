import type { JobQueue } from '../jobs/queue.ts'
import type { Settings } from './service.ts'

/** What the screens of settings are handed. */
export interface Deps {
  clock: () => Date
  settings: Settings
}

/** For the general settings: what is counted by day is counted anew in another time zone, by a job. */
export interface GeneralDeps extends Deps {
  queue: JobQueue
}
