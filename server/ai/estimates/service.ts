import { Analysis, type PredictCall } from '../../../shared/analysis.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { recordAsked } from '../../requests/history/service.ts'
import type { RequestRow } from '../../requests/row.ts'
import { visibleTo } from '../../requests/visibility.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps, NetworkDeps } from './deps.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { checkKnown } from '../../requests/department.ts'
import { getVisibleRow } from '../../requests/visible-row.ts'
import { explainWithModel } from '../language-model/estimate.ts'
import { stampInWords } from '../language-model/notes.ts'
import { visibleAmong } from '../similarity/service.ts'
import { developmentTypeOf, insertAnalysis, newestAnalysis } from './queries.ts'
import { estimateContext } from './comparables.ts'

/** Estimates time and complexity. With `requestId` the stored request is estimated, and the analysis is stored with it. */
export async function predictTime(deps: NetworkDeps, actor: Actor, call: PredictCall): Promise<Analysis> {
  requirePermission(actor, 'ai.estimate', 'have processing times estimated')
  const { db, ai, clock, languageModel } = deps
  const row = call.requestId === undefined ? undefined : await getVisibleRow(deps, actor, call.requestId)
  const { title, description, priority, department } = row ?? call
  const scope = visibleTo(actor, await deps.settings.policy())
  const known = await estimateContext(deps, scope, { title, description }, row?.id)
  const developmentType = row ? await developmentTypeOf(db.read, row.number) : null
  const { departments } = await deps.settings.policy()
  if (!row) checkKnown(departments, department)
  const departmentName = departments.nameOf(department)
  const subject = { id: row?.id, title, description, priority, department, departmentName, developmentType }
  const analysis = await explainWithModel(languageModel, subject, await ai.analyze(subject, known))
  if (row) {
    const at = clock().toISOString()
    const { estimatedDays } = analysis.timeEstimate
    await db.write(async (tx) => {
      await storeAnalysis(tx, analysis, { ...row, at, actorId: actor.id, madeForId: actor.id })
      await record(tx, clock, {
        actorId: actor.id,
        action: 'ai.request-analyzed',
        targetType: 'request',
        targetId: row.id,
        details: { requestId: row.request_id, estimatedDays },
      })
    })
  }
  return inWords(analysis)
}

function inWords(analysis: Analysis): Analysis {
  return { ...analysis, engine: stampInWords(analysis.engine) }
}

interface AnalysisOrigin extends Pick<RequestRow, 'number' | 'version'> {
  at: string
  actorId: string
  /** the person from whose visible requests it was made; null: from all, so that not everybody may read all of it */
  madeForId: string | null
}

/** Stores an analysis as the request's newest, with its entry in the history. */
export async function storeAnalysis(
  tx: Tx,
  analysis: Analysis,
  { number, version, at, actorId, madeForId }: AnalysisOrigin,
): Promise<void> {
  const { timeEstimate: time, engine } = analysis
  await insertAnalysis(tx, {
    request_number: number,
    asked_by_id: madeForId,
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
  await recordAsked(tx, { request_number: number, at, actor_id: actorId, version }, 'analyzed')
}

/** The stored analysis as this person may see it; null when there is none. */
export async function getAnalysis(deps: Deps, actor: Actor, address: string): Promise<Analysis | null> {
  const { db, settings } = deps
  const { number } = await getVisibleRow(deps, actor, address)
  const row = await newestAnalysis(db.read, number)
  if (!row) return null
  const analysis = inWords(Analysis.parse(JSON.parse(row.result)))
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

/** An analysis of a stored request, made from all requests. Only who may see all of them may see more than its figures. */
export async function analyzeStored(
  deps: Deps,
  row: Pick<RequestRow, 'id' | 'number' | 'title' | 'description' | 'priority' | 'department'>,
): Promise<Analysis> {
  const { id, title, description, priority, department } = row
  const developmentType = await developmentTypeOf(deps.db.read, row.number)
  const departmentName = (await deps.settings.policy()).departments.nameOf(department)
  const subject = { id, title, description, priority, department, departmentName, developmentType }
  return deps.ai.analyze(subject, await estimateContext(deps, null, { title, description }, id))
}
