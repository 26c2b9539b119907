import { z } from 'zod'
import type { Db } from '../../platform/database/db.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import { moveOpenRequests } from '../../requests/reassignments.ts'
import { moveSomePeople } from './people.ts'
import { findRow } from './queries.ts'
import type { Settings } from '../../settings/service.ts'

/** Kind of the job that moves the open requests and the people of a retired department. */
export const MOVE_OPEN = 'move-department'
/** Requests or people moved in one transaction; other writers wait for it. */
const CHUNK = 20
const MAX_WAIT_MS = 1000

const Payload = z.object({ key: z.string(), by: z.string() })

interface Deps {
  db: Db
  clock: () => Date
  settings: Settings
}

/** Each gets its own entry in the history or the audit log, as if the administrator who retired the department had moved it. */
export function departmentJobs({ db, clock, settings }: Deps): Record<string, JobHandler> {
  return {
    [MOVE_OPEN]: async (job) => {
      const { key, by } = Payload.parse(job.payload)
      for (;;) {
        await db.whenIdle(MAX_WAIT_MS)
        job.signal.throwIfAborted()
        const policy = await settings.policy()
        const row = await findRow(db.read, key)
        // Reinstated meanwhile.
        if (!row || row.retired_at === null) return
        // A target may have been retired since, too.
        const present = (target: string | null) => (target === null ? null : policy.departments.presentOf(target))
        const [to, peopleTo] = [present(row.open_to), present(row.people_to)]
        const moved = await db.write(async (tx) => {
          const requests = to && (await moveOpenRequests(tx, { clock, policy }, by, { from: key, to }, CHUNK))
          if (requests || !peopleTo) return requests
          return moveSomePeople(tx, clock, by, { from: row.name, to: policy.departments.nameOf(peopleTo) }, CHUNK)
        })
        if (!moved) return
      }
    },
  }
}
