import { z } from 'zod'
import type { ImportProblem } from '../../../shared/people-import.ts'
import { Departments } from '../../../shared/departments.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { tellPages } from '../../platform/database/hints.ts'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { DeadLetterHandler, Job, JobHandler } from '../../platform/jobs/job.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import { ensureAdministratorRemains } from '../roles/administrators.ts'
import { parsePermissions } from '../roles/permissions.ts'
import { takenIfNotUnique } from '../accounts/service.ts'
import type { Deps } from '../deps.ts'
import { editWithin } from '../edit.ts'
import { findPerson, lockPerson } from '../queries.ts'
import { checkMayChange, MANAGE, type Manager, noSuchPerson, verifyPermissionAfter } from '../rights.ts'
import { createInvited } from '../service.ts'
import type { Plan } from './plan.ts'
import * as queries from './queries.ts'

const KIND = 'import-people'
/** Each attempt resumes where the last one stopped. */
const MAX_ATTEMPTS = 20
/** People stored in one transaction; other writers wait for it. */
const CHUNK = 20
const MAX_WAIT_MS = 100

const Payload = z.object({ importId: z.string() })

type RunDeps = Omit<Deps, 'queue'>
type Line = Awaited<ReturnType<typeof queries.waitingLines>>[number]

export async function scheduleImport(tx: Tx, queue: JobQueue, importId: string, personId: string): Promise<void> {
  await queue.add(tx, { kind: KIND, payload: { importId }, uniqueKey: importId, maxAttempts: MAX_ATTEMPTS, personId })
}

export function importJobs(deps: RunDeps): Record<string, JobHandler> {
  return { [KIND]: (job) => runImport(deps, job) }
}

/** Stops an import that will not go on; people who were not reached are left out. */
export function deadImports(): Record<string, DeadLetterHandler> {
  return {
    [KIND]: async (tx, payload) => {
      const row = await queries.findImport(tx, Payload.parse(payload).importId)
      if (row?.state === 'running') await queries.updateImport(tx, row.id, { state: 'stopped' })
    },
  }
}

/**
 * Imports some people at a time. Each is stored with the mark that they are done, so that a restart repeats nobody, and
 * one who has become impossible since the check is left out with a reason.
 */
async function runImport(deps: RunDeps, job: Job): Promise<void> {
  const { db } = deps
  const row = await queries.findImport(db.read, Payload.parse(job.payload).importId)
  if (row?.state !== 'running') return
  for (;;) {
    await db.whenIdle(MAX_WAIT_MS)
    job.signal.throwIfAborted()
    const manager = await findManager(db, row.user_id)
    const lines = manager ? await queries.waitingLines(db.read, row.id, CHUNK) : []
    if (manager && lines.length > 0) await importLines(deps, row.id, manager, lines)
    else
      return db.write(async (tx) => {
        await queries.updateImport(tx, row.id, { state: manager ? 'done' : 'stopped' })
        await job.finishIn(tx)
      })
  }
}

/** Whoever started the import, with their present permissions; undefined if they may no longer manage people. */
async function findManager(db: Db, id: string): Promise<Manager | undefined> {
  const person = await findPerson(db.read, id)
  if (!person || person.deactivated_at !== null) return undefined
  const permissions = new Set(parsePermissions(person.permissions))
  return permissions.has(MANAGE[0]) ? { id, permissions } : undefined
}

/** All of the lines in one transaction; if one of them is refused, each in its own. */
async function importLines(deps: RunDeps, importId: string, manager: Manager, lines: readonly Line[]): Promise<void> {
  const departments = (await deps.settings.policy()).departments
  try {
    await takenIfNotUnique(
      deps.db.write((tx) =>
        verifyPermissionAfter(tx, manager, () =>
          ensureAdministratorRemains(tx, deps.config, async () => {
            for (const line of lines) await importLine(tx, { ...deps, departments }, importId, manager, line)
          }),
        ),
      ),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [first, ...others] = lines
    if (others.length === 0) return leaveOut(deps, { importId, personId: manager.id }, first!, problemOf(error))
    for (const line of lines) await importLines(deps, importId, manager, [line])
    return
  }
  for (const { plan } of lines) deps.sessions.forgetUser(planOf(plan).account?.id ?? '')
}

async function importLine(
  tx: Tx,
  deps: RunDeps & { departments: Departments },
  importId: string,
  manager: Manager,
  { line, plan }: Line,
): Promise<void> {
  const { account, changes, firstName, lastName, username, email, role, department } = planOf(plan)
  let link_id: string | null = null
  if (account) {
    const before = await lockPerson(tx, account.id, deps.config.demo)
    if (!before) throw noSuchPerson()
    checkMayChange(manager, before)
    const change = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
    await editWithin(tx, deps, manager, before, { version: account.version, ...change })
  } else {
    const person = { firstName, lastName, username, email, role, department }
    link_id = (await createInvited(tx, deps, manager, person)).link.id
  }
  const done_at = deps.clock().toISOString()
  // Rolled back with its change: another process has reached this line.
  if (!(await queries.storeOutcome(tx, importId, line, { link_id, done_at }))) throw new Error('Done elsewhere')
  tellPages(tx, { kind: 'people-imports', personId: manager.id })
}

async function leaveOut(
  { db }: RunDeps,
  { importId, personId }: { importId: string; personId: string },
  { line, plan }: Line,
  problem: ImportProblem,
): Promise<void> {
  const refused = JSON.stringify({ ...planOf(plan), problems: [problem] })
  await db.write(async (tx) => {
    await queries.storeOutcome(tx, importId, line, { outcome: 'refused', rank: 0, plan: refused })
    tellPages(tx, { kind: 'people-imports', personId })
  })
}

function planOf(plan: string): Plan {
  return JSON.parse(plan)
}

const PROBLEMS: Partial<Record<ErrorCode, ImportProblem['code']>> = {
  'username-taken': 'username-taken',
  'email-taken': 'email-taken',
  'not-found': 'gone',
  'not-allowed': 'person-above-own',
  'last-administrator': 'last-administrator',
}

function problemOf({ code, details }: AppError): ImportProblem {
  if (code === 'not-allowed' && details?.[0]?.path === 'role') return { code: 'role-above-own' }
  return { code: PROBLEMS[code] ?? 'changed-meanwhile' }
}
