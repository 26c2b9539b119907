import type { ListedReport, ReportList } from '../../shared/reports/definition.ts'
import { isReady, READY_KEYS, type ReadyReport, readyReport } from '../../shared/reports/ready.ts'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/database/db.ts'
import { visibleTo } from '../requests/visibility.ts'
import { parsePermissions } from '../people/roles/permissions.ts'
import { holdsOneOf } from '../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { readersOf, reportsFor, reportsOfDeactivatedOwners, reportsWith, rolesWith, readersIn } from './queries.ts'
import { lastRunsFor, receivedReports } from './visible-run-queries.ts'
import { activeSchedules } from './schedule-queries.ts'
import { readyAsReport, withOwners } from './stored-report.ts'
import { isSharedWith, mayTakeOver } from './report-access.ts'
import { mayRead, type Viewer, viewerOf } from './viewer.ts'

const MAX_LISTED = 500
const MAX_SCHEDULES_READ = 2000

/**
 * Ready-made reports that the actor may read, and saved ones that they own, share or receive, each with its last and next
 * run.
 */
export async function listReports({ db, settings }: Deps, actor: Actor): Promise<ReportList> {
  const viewer = viewerOf(actor)
  mayRead(viewer)
  const seesAll = visibleTo(viewer, await settings.policy()) === null
  const [rows, lastRuns, received, nextRuns, roles] = await Promise.all([
    reportsFor(db.read, viewer, MAX_LISTED),
    lastRunsFor(db.read, { ...viewer, seesAll }),
    receivedReports(db.read, { ...viewer, seesAll }, MAX_LISTED),
    nextRunsFor(db.read, viewer),
    rolesWith(db.read),
  ])
  const ready = READY_KEYS.filter((key) => mayHave(viewer, key, seesAll)).map(readyAsReport)
  const left = mayTakeOver(viewer) ? await reportsOfDeactivatedOwners(db.read, MAX_LISTED) : []
  const shared = [
    ...rows.filter((row) => isSharedWith(row, viewer)),
    ...left.filter((row) => !isSharedWith(row, viewer)),
  ]
  const sent = [...new Set([...nextRuns.keys(), ...received])].filter(
    (id) => !isReady(id) && shared.every((row) => row.id !== id),
  )
  const saved = await withOwners(db.read, [...shared, ...(await reportsWith(db.read, sent))])
  return {
    reports: [...ready, ...saved].map((report): ListedReport => {
      const last = lastRuns.get(report.id)
      return {
        ...report,
        nextRunAt: nextRuns.get(report.id) ?? null,
        lastRun: last ? { id: last.id, state: last.state, at: last.created_at } : null,
      }
    }),
    roles: roles.flatMap(({ id, name, permissions }) =>
      parsePermissions(permissions).includes('reports.export') ? [{ id, name }] : [],
    ),
  }
}

function mayHave(viewer: Viewer, key: ReadyReport, seesAll: boolean): boolean {
  const { needs } = readyReport(key)
  return (!needs || holdsOneOf(viewer, [needs])) && (key !== 'ai-quality' || seesAll)
}

/** Time of each report's next run for a person, as its owner or a recipient. */
async function nextRunsFor(reader: Reader, viewer: Viewer): Promise<Map<string, string>> {
  const next = new Map<string, string>()
  const [person, role] = readersOf(viewer)
  for (const { report_id, owner_id, recipients, next_at } of await activeSchedules(reader, MAX_SCHEDULES_READ)) {
    const meant = readersIn(recipients)
    if (owner_id !== viewer.id && !meant.includes(person!) && !meant.includes(role!)) continue
    if (!next.has(report_id)) next.set(report_id, next_at!)
  }
  return next
}
