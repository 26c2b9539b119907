import type { JobHandler } from '../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { tellDueDates } from './due.ts'
import { scanHistory } from './scan.ts'
import { scanSignIns } from './sign-ins.ts'

/** Makes notices of what was committed. */
export const MAKE_NOTICES = 'notices'

export function noticeJobs(deps: Deps): Record<string, JobHandler> {
  return {
    [MAKE_NOTICES]: async ({ signal }) => {
      await scanHistory(deps, signal)
      await scanSignIns(deps, signal)
    },
    'tell-due-dates': ({ signal }) => tellDueDates(deps, signal),
  }
}
