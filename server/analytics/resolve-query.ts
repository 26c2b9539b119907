import type { FlowParams } from '../../engine/flow/flow-office.ts'
import type { FlowQuery } from '../../shared/analytics/flow.ts'
import { DEFAULT_PERIOD_DAYS, isTooLong, MAY_NOT_END_BEFORE, TOO_LONG } from '../../shared/analytics/limits.ts'
import { addDays, dateIn } from '../../shared/dates.ts'
import type { Actor } from '../../shared/request-rules.ts'
import { AppError } from '../platform/errors.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Policy } from '../settings/service.ts'
import { workCalendarOf } from '../settings/work-calendar.ts'
import type { Deps } from './deps.ts'
import { requireAnalytics } from './with-etag.ts'

type PeriodQuery = Pick<FlowQuery, 'from' | 'to' | 'days' | 'department' | 'priority' | 'type' | 'assignee'>

/** Resolves the defaults of a query, and restricts it to the requests that the actor may see. */
export async function resolveQuery(
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  actor: Actor,
  query: PeriodQuery,
) {
  requireAnalytics(actor)
  const policy: Policy = await settings.policy()
  const now = clock()
  const calendar = workCalendarOf(policy)
  const to = query.to ?? dateIn(policy.timeZone, now)
  const from = query.from ?? addDays(to, 1 - DEFAULT_PERIOD_DAYS)
  if (from > to) throw new AppError('bad-input', MAY_NOT_END_BEFORE)
  // The contract only sees what was given, not these defaults.
  if (isTooLong(from, to)) throw new AppError('bad-input', TOO_LONG)
  const scope = visibleTo(actor, policy)
  const { department, priority, type, assignee } = query
  const params: FlowParams = {
    filter: { department, priority, type, assignee, ownOf: scope?.ownOf },
    from,
    to,
    unit: query.days ?? 'calendar',
    now: now.getTime(),
    calendar,
  }
  return { params, policy, scope, about: { asOf: now.toISOString() } }
}
