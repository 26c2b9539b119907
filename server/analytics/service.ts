import type { FlowFigures } from '../../engine/flow/flow.ts'
import { dateOfDay, dayNumber } from '../../engine/flow/office-time.ts'
import { daysBefore } from '../../engine/flow/panel-input.ts'
import type { Flow, FlowQuery } from '../../shared/analytics/flow.ts'
import type { Forecast, ForecastQuery, WhatIf, WhatIfQuery } from '../../shared/analytics/forecast.ts'
import type { Promises, PromisesQuery } from '../../shared/analytics/promises.ts'
import type { FlowRows, RowsQuery } from '../../shared/analytics/rows.ts'
import { dateIn } from '../../shared/dates.ts'
import type { Actor as Viewer } from '../../shared/request-rules.ts'
import type { Actor } from '../platform/actor.ts'
import { getRow, requestsNumbered } from '../requests/service.ts'
import { isVisible } from '../requests/visibility.ts'
import type { Deps } from './deps.ts'
import { resolveQuery } from './resolve-query.ts'
import { dueDateMoves, findNames } from './queries.ts'

/** Default page size. */
const PAGE = 20

/** All panels of the screen, from the current history. */
export async function getFlow(deps: Deps, actor: Viewer, query: FlowQuery): Promise<Flow> {
  const resolved = await resolveQuery(deps, actor, query)
  const { workload, ...figures } = await deps.flow.ask('flow', resolved.params)
  return { ...figures, ...(await buildEnvelope(deps, resolved, workload)) }
}

/** Like `getFlow`, serialised: the worker thread writes the large part, so that the event loop is not blocked. */
export async function serializeFlow(deps: Deps, actor: Actor, query: FlowQuery): Promise<string> {
  const resolved = await resolveQuery(deps, actor, query)
  const { workload, figures } = await deps.flow.ask('writtenFlow', resolved.params)
  const rest = JSON.stringify(await buildEnvelope(deps, resolved, workload))
  return `${rest.slice(0, -1)},${figures.slice(1)}`
}

/** What the worker thread cannot know: the period and the names of people. */
async function buildEnvelope(
  { db }: Deps,
  { params, about, policy }: Awaited<ReturnType<typeof resolveQuery>>,
  workload: FlowFigures['workload'],
) {
  const ids = workload.assignees.map(({ id }) => id).filter((id) => id !== null)
  const names = await findNames(db.read, ids)
  const today = dateIn(policy.timeZone, new Date(params.now))
  const before = daysBefore({ from: dayNumber(params.from), to: dayNumber(params.to) }, dayNumber(today))
  return {
    ...about,
    timeZone: policy.timeZone,
    period: { from: params.from, to: params.to },
    before: { from: dateOfDay(before.from), to: dateOfDay(before.to) },
    days: params.unit,
    workload: {
      ...workload,
      assignees: workload.assignees.map((load) => ({
        ...load,
        name: (load.id !== null && names.get(load.id)) || null,
      })),
    },
  }
}

/** Forecasts when `count` requests are closed, and how many are closed by a day. */
export async function getForecast(deps: Deps, actor: Actor, { count, by, ...query }: ForecastQuery): Promise<Forecast> {
  const { params, about } = await resolveQuery(deps, actor, query)
  return { ...about, ...(await deps.flow.ask('forecast', { ...params, count, by })) }
}

/**
 * Effects of more people, other arrivals, a limit or a changed order.
 * @throws AppError `not-found` for a request to pull that does not exist or that the actor may not see
 */
export async function getWhatIf(deps: Deps, actor: Actor, query: WhatIfQuery): Promise<WhatIf> {
  const { people, arrivals, limit, pull, ...filter } = query
  const { params, about, policy } = await resolveQuery(deps, actor, filter)
  const row = pull === undefined ? undefined : await getRow(deps.db.read, actor, policy, pull)
  return { ...about, ...(await deps.flow.ask('whatIf', { ...params, people, arrivals, limit, pull: row?.number })) }
}

/** Every move of a due date in the period: person, time and reason. */
export async function listPromises(
  deps: Deps,
  actor: Viewer,
  { page, limit, ...query }: PromisesQuery,
): Promise<Promises> {
  const { params, about, scope } = await resolveQuery(deps, actor, query)
  const { total, moves } = await deps.flow.ask('moves', { params, page: pageOf(page, limit) })
  if (moves.length === 0) return { ...about, total, moves: [] }
  const rows = await dueDateMoves(deps.db.read, [...new Set(moves.map(({ number }) => number))])
  const stored = Map.groupBy(rows, ({ number, at }) => `${number} ${Date.parse(at)}`)
  return {
    ...about,
    total,
    moves: moves.flatMap(({ number, at }) => {
      const row = stored.get(`${number} ${at}`)?.shift()
      if (!row || !isVisible(scope, row) || row.from === null || row.to === null) return []
      const { id, requestId, title, status, firstName, lastName, reason } = row
      const by = firstName !== null && lastName !== null ? { firstName, lastName } : null
      const wasLate = row.from < dateIn(params.calendar.timeZone, new Date(at))
      return { id, requestId, title, status, at: row.at, by, from: row.from, to: row.to, reason, wasLate }
    }),
  }
}

/** A page of numbers of the requests behind a mark, and their total. */
export async function findFlowRows(
  deps: Deps,
  actor: Viewer,
  { mark, status, measure, min, max, page: _page, limit: _limit, ...filter }: RowsQuery,
  page: { offset: number; limit: number },
) {
  const { params, about, policy } = await resolveQuery(deps, actor, filter)
  const matches = await deps.flow.ask('rows', { params, query: { mark, status, measure, min, max }, page })
  return { ...matches, about, policy }
}

/** The requests behind a mark. */
export async function listFlowRows(deps: Deps, actor: Actor, query: RowsQuery): Promise<FlowRows> {
  const { about, policy, ...page } = await findFlowRows(deps, actor, query, pageOf(query.page, query.limit))
  const numbers = page.rows.map(({ number }) => number)
  const requests = await requestsNumbered(deps.db.read, actor, policy, numbers)
  return {
    ...about,
    total: page.total,
    requests: page.rows.flatMap(({ number, value, finishedDay, eventDay }) => {
      const request = requests.get(number)
      if (!request) return []
      const dateOr = (day: number | null) => (day === null ? null : dateOfDay(day))
      return { ...request, value, finishedOn: dateOr(finishedDay), happenedOn: dateOr(eventDay) }
    }),
  }
}

function pageOf(page = 1, limit = PAGE) {
  return { offset: (page - 1) * limit, limit }
}
