import { Analysis, type PredictCall } from '../../shared/analysis.ts'
import { record } from '../audit/service.ts'
import { recordAsked } from '../history/service.ts'
import type { RequestRow } from '../requests/row.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Actor } from '../actor.ts'
import type { Deps, NetworkDeps } from './deps.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { checkKnown } from '../requests/department.ts'
import { getVisibleRow } from '../requests/visible-row.ts'
import { explainWithModel } from '../language-model/estimate.ts'
import { visibleAmong } from '../similarity/service.ts'
import { workCalendarOf } from '../settings/work-calendar.ts'
import { developmentTypeOf, insertAnalysis, newestAnalysis } from './queries.ts'
import { estimateContext } from './comparables.ts'

/** Estimates time and complexity. With `requestId` the stored request is estimated, and the analysis is stored with it. */
export async function predictTime(deps: NetworkDeps, actor: Actor, call: PredictCall): Promise<Analysis> {
  requirePermission(actor, 'ai.estimate', 'have processing times estimated')
  const { db, ai, clock, languageModel } = deps
  const row = call.requestId === undefined ? undefined : await getVisibleRow(deps, actor, call.requestId)
  const { title, description, priority, department } = row ?? call
  const known = await estimateContext(deps, actor, { title, description }, row?.id)
  const developmentType = row ? await developmentTypeOf(db.read, row.number) : null
  const { departments } = await deps.settings.policy()
  if (!row) checkKnown(departments, department)
  const departmentName = departments.nameOf(department)
  const subject = { id: row?.id, title, description, priority, department, departmentName, developmentType }
  const analysis = await explainWithModel(languageModel, subject, await ai.analyze(subject, known))
  if (row) {
    const { timeEstimate: time, engine } = analysis
    const at = clock().toISOString()
    await db.write(async (tx) => {
      await insertAnalysis(tx, {
        request_number: row.number,
        asked_by_id: actor.id,
        estimated_days: time.estimatedDays,
        low_days: time.low,
        high_days: time.high,
        half_low_days: time.details?.half.low ?? null,
        half_high_days: time.details?.half.high ?? null,
        result: JSON.stringify(analysis),
        engine: engine.name,
        engine_version: engine.version,
        created_at: at,
      })
      await recordAsked(tx, { request_number: row.number, at, actor_id: actor.id, version: row.version }, 'analyzed')
      await record(tx, clock, {
        actorId: actor.id,
        action: 'ai.request-analyzed',
        targetType: 'request',
        targetId: row.id,
        details: { requestId: row.request_id, estimatedDays: time.estimatedDays },
      })
    })
  }
  return analysis
}

/** The stored analysis as this person may see it; null when there is none. */
export async function getAnalysis(deps: Deps, actor: Actor, address: string): Promise<Analysis | null> {
  const { db, settings } = deps
  const { number } = await getVisibleRow(deps, actor, address)
  const row = await newestAnalysis(db.read, number)
  if (!row) return null
  const analysis = Analysis.parse(JSON.parse(row.result))
  const scope = visibleTo(actor, await settings.policy())
  if (scope === null) return analysis
  const compared = analysis.timeEstimate.comparables.map(({ id }) => id)
  const visible = await visibleAmong(deps, scope, compared)
  return row.asked_by_id === actor.id && visible.size === compared.length ? analysis : withoutCounts(analysis)
}

/**
 * Everybody who sees the request may read its analysis, but the analysis counts requests that only its asker may see. Keeps
 * only the figures about the request itself.
 */
function withoutCounts(analysis: Analysis): Analysis {
  const { comparables, recommendations, details: _, ...time } = analysis.timeEstimate
  const names = comparables.map(({ requestId }) => requestId)
  return {
    ...analysis,
    timeEstimate: {
      ...time,
      basis: 'Made from requests of which you may not see all.',
      factors: [],
      comparables: [],
      recommendations: recommendations.filter((sentence) => !names.some((name) => sentence.includes(name))),
    },
  }
}

/** An estimate for a stored request, based on all requests: only its figures may be shown. */
export async function estimateStored(
  { db, ai, clock, settings, recentHistory }: Deps,
  row: Pick<RequestRow, 'id' | 'number' | 'title' | 'description' | 'priority' | 'department'>,
): Promise<Analysis['timeEstimate']> {
  const { id, title, description, priority, department } = row
  const developmentType = await developmentTypeOf(db.read, row.number)
  const policy = await settings.policy()
  const { estimateDays: unit, departments } = policy
  const calendar = workCalendarOf(policy)
  const departmentName = departments.nameOf(department)
  const subject = { id, title, description, priority, department, departmentName, developmentType }
  const known = { recent: await recentHistory.rows(), alike: [], similar: [], now: clock().getTime(), unit, calendar }
  return (await ai.analyze(subject, known)).timeEstimate
}
