import { z } from 'zod'
import { PersonAction } from '../../../shared/people-changes.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { tellPages } from '../../platform/database/hints.ts'
import type { DeadLetterHandler, Job, JobHandler } from '../../platform/jobs/job.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import { rightsOf } from '../roles/rights.ts'
import type { Policy } from '../../settings/service.ts'
import { checkMayReassign, deactivateWithin, endSessionsWithin, makeLinkWithin } from '../access.ts'
import type { Deps } from '../deps.ts'
import { editWithin } from '../edit.ts'
import type { PersonRow } from '../queries.ts'
import { changePerson, type Manager } from '../rights.ts'
import { departmentNameOf } from './department-name.ts'
import { leftOutBecause, LeftOutError, reasonOf } from './left-out.ts'
import { endChange, findChange, nextItem, storeOutcome } from './queries.ts'

const KIND = 'change-people'
/** Each attempt resumes where the last one stopped. */
const MAX_ATTEMPTS = 20
/** How long each person waits for the writer to be free. */
const MAX_WAIT_MS = 100

const Payload = z.object({ changeId: z.string() })

export async function schedulePeopleChange(tx: Tx, queue: JobQueue, changeId: string, personId: string): Promise<void> {
  await queue.add(tx, { kind: KIND, payload: { changeId }, uniqueKey: changeId, maxAttempts: MAX_ATTEMPTS, personId })
}

export function peopleChangeJobs(deps: Deps): Record<string, JobHandler> {
  return { [KIND]: (job) => runChange(deps, job) }
}

/** Without its job, its maker may start another change; people who were not reached stay as they are. */
export function deadPeopleChanges({ clock }: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    [KIND]: async (tx, payload) => {
      await endChange(tx, Payload.parse(payload).changeId, clock().toISOString())
    },
  }
}

type Change = NonNullable<Awaited<ReturnType<typeof findChange>>>

/** Changes the people one at a time and stores each outcome with its change, so that nobody is changed twice. */
async function runChange(deps: Deps, job: Job): Promise<void> {
  const { db, clock } = deps
  const change = await findChange(db.read, Payload.parse(job.payload).changeId)
  if (!change) return
  for (let after = -1; ;) {
    await db.whenIdle(MAX_WAIT_MS)
    job.signal.throwIfAborted()
    const item = await nextItem(db.read, change.id, after)
    if (!item) break
    after = item.place
    await changeOne(deps, change, item)
  }
  await db.write(async (tx) => {
    await endChange(tx, change.id, clock().toISOString())
    await job.finishIn(tx)
  })
}

async function changeOne(deps: Deps, change: Change, item: { place: number; person_id: string }): Promise<void> {
  const { db, clock, sessions, settings } = deps
  const action = PersonAction.parse(JSON.parse(change.action))
  const policy = await settings.policy()
  const done_at = clock().toISOString()
  const store = async (tx: Tx, outcome: Pick<Parameters<typeof storeOutcome>[3], 'left_out' | 'link_id'>) => {
    // Rolled back with its change: another process has reached this person.
    if (!(await storeOutcome(tx, change.id, item.place, { done_at, ...outcome }))) throw new Error('Done elsewhere')
    tellPages(tx, { kind: 'people-changes', personId: change.created_by_id })
  }
  try {
    const actor = await currentManager(db, change.created_by_id)
    await changePerson(deps, actor, item.person_id, async (tx, before) => {
      const link_id = await perform(tx, deps, { actor, action, policy }, before)
      await store(tx, { left_out: null, link_id })
    })
  } catch (error) {
    const left_out = reasonOf(error)
    await db.write((tx) => store(tx, { left_out, link_id: null }))
  }
  sessions.forgetUser(item.person_id)
}

/** Whoever confirmed the change, with the permissions that they have now: none in a deactivated account. */
async function currentManager(db: Db, id: string): Promise<Manager> {
  const rights = await rightsOf(db.read, id)
  return { id, permissions: rights?.permissions ?? new Set() }
}

interface Work {
  actor: Manager
  action: PersonAction
  policy: Policy
}

/** @returns the id of the link that was made */
async function perform(tx: Tx, deps: Deps, { actor, action, policy }: Work, person: PersonRow): Promise<string | null> {
  const departmentName = departmentNameOf(policy.departments, action)
  const reason = leftOutBecause(person, { actorId: actor.id, action, departmentName })
  if (reason) throw new LeftOutError(reason)
  const { version } = person
  const context = { clock: deps.clock, departments: policy.departments }
  switch (action.kind) {
    case 'invitation':
      return (await makeLinkWithin(tx, deps, actor, person)).id
    case 'role':
      await editWithin(tx, context, actor, person, { version, role: action.role })
      return null
    case 'department':
      await editWithin(tx, context, actor, person, { version, department: departmentName })
      return null
    case 'deactivation':
      checkMayReassign(actor, action)
      await deactivateWithin(tx, deps, actor, person, { handOverTo: action.handOverTo, timeZone: policy.timeZone })
      return null
    case 'sessions':
      await endSessionsWithin(tx, deps, actor, person.id)
      return null
  }
}
