import { SuggestedField } from '../../../shared/ai.ts'
import { AiQuality } from '../../../shared/ai-quality.ts'
import type { Actor } from '../../../shared/request-rules.ts'
import { text } from '../../../shared/texts/say.ts'
import { AppError } from '../../platform/errors.ts'
import { visibleTo } from '../../requests/visibility.ts'
import type { Deps } from './deps.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { decisionsSince, estimatesOfFinished, estimatesOfOpen, learntRanges, listModels } from './queries.ts'
import { intervalsOf } from './estimate-quality.ts'
import { type MonthOf, monthsIn } from './month-of.ts'

const DAY_MS = 86_400_000
const LOOKBACK_MS = 365 * DAY_MS
const MODELS = 20
const BINS = 10

/** Quality of the last year's suggestions and estimates. Figures only: no request is named. */
export async function getQuality(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
): Promise<AiQuality> {
  requirePermission(actor, 'analytics.view', 'see how well the engine does')
  const policy = await settings.policy()
  // A model's scores cover all requests that it learned from: they cannot be narrowed to one person's requests.
  if (visibleTo(actor, policy) !== null) {
    throw new AppError(
      'not-allowed',
      text('These figures count the requests of everybody, and your office shows you your own only.'),
    )
  }
  const since = new Date(clock().getTime() - LOOKBACK_MS).toISOString()
  const decisions = await decisionsSince(db, since)
  const ranges = await learntRanges(db)
  const models = await listModels(db, MODELS)
  const monthOf = monthsIn(policy.timeZone)
  return {
    fields: SuggestedField.options.map((field) =>
      qualityOf(
        field,
        decisions.filter((row) => row.field === field),
        (row) => wasLearnt(row, ranges),
        monthOf,
      ),
    ),
    intervals: intervalsOf(
      await estimatesOfFinished(db, since),
      await estimatesOfOpen(db, since),
      clock().getTime(),
      policy,
      monthOf,
    ),
    models: models.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      engine: row.engine,
      version: row.engine_version,
      takenIntoUse: row.taken_into_use === 1,
      dataFrom: row.data_from,
      dataTo: row.data_to,
      requests: row.learned_from,
      decisions: row.decisions,
      scores: AiQuality.shape.models.element.shape.scores.parse(JSON.parse(row.scores)),
    })),
  }
}

type Decision = Awaited<ReturnType<typeof decisionsSince>>[number]

/**
 * Whether the model that made a suggestion had this very request in its training data: its agreement would then measure
 * memory, not judgement. Drafts and later requests are new to it.
 */
function wasLearnt({ suggestedAt, requestedAt }: Decision, ranges: Awaited<ReturnType<typeof learntRanges>>): boolean {
  const model = ranges.find(({ created_at }) => created_at <= suggestedAt)
  if (!model?.data_to || requestedAt === null) return false
  return requestedAt <= model.data_to && requestedAt >= (model.data_from ?? '')
}

function qualityOf(
  field: SuggestedField,
  all: Decision[],
  isLearnt: (row: Decision) => boolean,
  monthOf: MonthOf,
): AiQuality['fields'][number] {
  const rows = all.filter((row) => !isLearnt(row))
  const isAccepted = ({ outcome }: Decision) => outcome === 'accepted'
  const having = (outcome: Decision['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const pairs = Map.groupBy(rows, ({ suggested, value }) => `${suggested} ${value ?? 'rejected'}`)
  const confusion = [...pairs.values()].map((same) => {
    const [{ suggested, value }] = same as [Decision]
    return { suggested, decided: value ?? 'rejected', count: same.length }
  })
  const bins = Array.from({ length: BINS }, (_, bin) =>
    rows.filter(({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)) === bin),
  )
  const months = Map.groupBy(rows, ({ decided_at }) => monthOf(decided_at))
  const shareOf = (some: Decision[]) => ({ decided: some.length, accepted: some.filter(isAccepted).length })
  return {
    field,
    decided: rows.length,
    leftOut: all.length - rows.length,
    accepted: having('accepted'),
    changed: having('changed'),
    rejected: having('rejected'),
    confusion: confusion.sort((a, b) => b.count - a.count),
    calibration: bins.map((some, bin) => ({ from: bin / BINS, to: (bin + 1) / BINS, ...shareOf(some) })),
    byMonth: [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([month, some]) => ({ month, ...shareOf(some) })),
  }
}
