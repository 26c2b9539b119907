import { randomUUID } from 'node:crypto'
import { keptUntil } from '../../shared/retention.ts'
import type { ReportContent } from '../../shared/reports/definition.ts'
import type { NewRun, ReportFormat, ReportRun } from '../../shared/reports/runs.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import { lockByName } from '../platform/database/dialect.ts'
import { tooManyCalls } from '../platform/errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../platform/idempotency/idempotent-call.ts'
import type { Deps } from './deps.ts'
import { namesOf } from './queries.ts'
import { countRunsOf, insertRun, type RunRow } from './run-queries.ts'
import { reportFor } from './report-access.ts'
import { checkMayMake, mayRead, viewerOf } from './viewer.ts'
import { toRun } from './runs.ts'

export const MAX_ATTEMPTS = 5
/** Limit per person, so that runs of others are not delayed. */
const MAX_ACTIVE = 3
const MAX_KEPT = 200

/** Starts a run in the background, limited to what the actor may see. */
export async function startRun(
  deps: Deps,
  actor: Actor,
  reportId: string,
  input: NewRun,
  idempotency: IdempotentCall = WITHOUT_KEY,
): Promise<ReportRun> {
  const { db, clock, queue, settings } = deps
  const viewer = viewerOf(actor)
  mayRead(viewer)
  const policy = await settings.policy()
  const report = await reportFor(db.read, viewer, reportId)
  checkMayMake(viewer, report.content, policy)
  const row = newRun(report, { ownerId: actor.id, at: clock(), period: input.period ?? null, formats: input.formats })
  return db.write((tx) =>
    idempotency.run(tx, async () => {
      await lockByName(tx, `report runs of ${actor.id}`)
      const { kept, underWay } = await countRunsOf(tx, actor.id)
      if (underWay >= MAX_ACTIVE) {
        throw tooManyCalls(
          text('{most} of your reports are already being made. Please wait for one to finish.', { most: MAX_ACTIVE }),
        )
      }
      if (kept >= MAX_KEPT)
        throw tooManyCalls(text('You keep {most} reports. Please delete some first.', { most: MAX_KEPT }))
      await insertRun(tx, row, [])
      await queue.add(tx, {
        kind: 'report-run',
        payload: { id: row.id },
        uniqueKey: row.id,
        maxAttempts: MAX_ATTEMPTS,
        personId: actor.id,
      })
      return toRun(row, await namesOf(tx, [actor.id]), null)
    }),
  )
}

interface RunOf {
  ownerId: string
  at: Date
  period: RunRow['period']
  formats: readonly ReportFormat[]
  schedule?: { id: string; dueAt: string }
}

/** A waiting run, with a snapshot of the report's definition. */
export function newRun(
  { id, name, content }: { id: string; name: string; content: ReportContent },
  { ownerId, at, period, formats, schedule }: RunOf,
): RunRow {
  return {
    id: randomUUID(),
    report_id: id,
    schedule_id: schedule?.id ?? null,
    due_at: schedule?.dueAt ?? null,
    owner_id: ownerId,
    name,
    content: JSON.stringify(content),
    period,
    formats: JSON.stringify(formats),
    sees_all: null,
    state: 'waiting',
    files: '[]',
    document: null,
    row_count: null,
    note: null,
    created_at: at.toISOString(),
    ended_at: null,
    expires_at: keptUntil('reportRuns', at),
  }
}
