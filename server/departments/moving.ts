import { z } from 'zod'
import type { Db } from '../database/db.ts'
import type { JobHandler } from '../jobs/job.ts'
import { moveOpenRequests } from '../requests/bulk-changes.ts'
import type { Settings } from '../settings/service.ts'

/** Kind of the job that moves the open requests of a retired department. */
export const MOVE_OPEN = 'move-department'
/** Requests moved in one transaction; other writers wait for it. */
const CHUNK = 20
const MAX_WAIT_MS = 1000

const Payload = z.object({ key: z.string(), by: z.string() })

interface Deps {
  db: Db
  clock: () => Date
  settings: Settings
}

/** Each request gets its own history entry, as if the administrator who retired the department had moved it. */
export function departmentJobs({ db, clock, settings }: Deps): Record<string, JobHandler> {
  return {
    [MOVE_OPEN]: async (job) => {
      const { key, by } = Payload.parse(job.payload)
      for (;;) {
        await db.whenIdle(MAX_WAIT_MS)
        job.signal.throwIfAborted()
        const policy = await settings.policy()
        const to = policy.departments.presentOf(key)
        // Reinstated meanwhile, or there is no active successor any more.
        if (to === null || to === key) return
        const moved = await db.write((tx) => moveOpenRequests(tx, { clock, policy }, by, { from: key, to }, CHUNK))
        if (moved === 0) return
      }
    },
  }
}
