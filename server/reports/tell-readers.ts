import { sql } from 'kysely'
import type { ReportContent } from '../../shared/reports/definition.ts'
import { tellPages } from '../platform/database/hints.ts'
import type { Reader } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { announceTo } from '../notices/deps.ts'
import { tellReady } from '../notices/ready.ts'
import { visibleTo } from '../requests/visibility.ts'
import { parsePermissions } from '../people/roles/permissions.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import { findRun, type RunRow } from './run-queries.ts'
import { checkMayMake, type Viewer } from './viewer.ts'

/** The job that notifies the readers of a scheduled run. */
export const TELL_READERS = 'tell-report-readers'

/** People notified in one transaction, which other writers wait for. */
const STEP = 100

/**
 * Notifies the people to whom a scheduled run is sent, and their open pages: those who can read it. After an interruption
 * it goes on with whoever has no notice of it yet.
 */
export async function tellReaders(deps: Deps, runId: string, signal: AbortSignal): Promise<void> {
  const { db, settings } = deps
  const row = await findRun(db.read, runId)
  if (row?.state !== 'ready') return
  const policy = await settings.policy()
  let after = ''
  for (;;) {
    signal.throwIfAborted()
    const people = await readersWithoutNotice(db.read, row, after)
    const last = people.at(-1)
    if (!last) return
    await tell(
      deps,
      row,
      people.filter((person) => canRead(person, row, policy)),
    )
    after = last.id
  }
}

async function tell(deps: Deps, row: RunRow, people: readonly Viewer[]): Promise<void> {
  const about = {
    code: 'report-ready',
    reason: 'sent',
    targetId: row.id,
    path: `/reports/${row.report_id}?run=${row.id}`,
    rows: row.row_count ?? 0,
    at: deps.clock().toISOString(),
  } as const
  await deps.db.write(async (tx) => {
    for (const { id: personId } of people) {
      await tellReady(tx, { ...about, personId })
      tellPages(tx, { kind: 'reports', personId })
    }
  })
  announceTo(
    deps,
    people.map(({ id }) => id),
  )
}

async function readersWithoutNotice(reader: Reader, { id, owner_id }: RunRow, after: string): Promise<Viewer[]> {
  const rows = await reader
    .selectFrom('users as u')
    .innerJoin('roles as o', 'o.id', 'u.role_id')
    .select(['u.id', 'u.role_id', 'o.permissions'])
    .where('u.id', '>', after)
    .where('u.id', '!=', owner_id)
    .where('u.deactivated_at', 'is', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('report_run_readers as r')
          .select('r.run_id')
          .where('r.run_id', '=', id)
          .where((one) =>
            one.or([
              one('r.reader', '=', sql<string>`'person:' || u.id`),
              one('r.reader', '=', sql<string>`'role:' || u.role_id`),
            ]),
          ),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('notices as n')
            .select('n.id')
            .whereRef('n.person_id', '=', 'u.id')
            .where('n.target_id', '=', id),
        ),
      ),
    )
    .orderBy('u.id')
    .limit(STEP)
    .execute()
  return rows.map((row) => ({ id: row.id, role: row.role_id, permissions: new Set(parsePermissions(row.permissions)) }))
}

/** As when they open it (`getRun`): a run has the requests of everybody whom its owner sees. */
function canRead(person: Viewer, { content }: RunRow, policy: Policy): boolean {
  if (visibleTo(person, policy) !== null) return false
  try {
    checkMayMake(person, JSON.parse(content) as ReportContent, policy)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-allowed') return false
    throw error
  }
}
