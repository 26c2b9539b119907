import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Flow } from '../../shared/analytics/flow.ts'
import type { Forecast } from '../../shared/analytics/forecast.ts'
import type { Promises } from '../../shared/analytics/promises.ts'
import type { FlowRows } from '../../shared/analytics/rows.ts'
import { download } from '../client/api.ts'
import { readFrom } from '../client/query.ts'

export const ANALYTICS = '/api/analytics'
export const isAnalytics = readFrom(ANALYTICS)

/** Previous figures stay as placeholder data until those of a changed filter are loaded. */
export function flowOptions(query: string) {
  return queryOptions<Flow>({ queryKey: [`${ANALYTICS}/flow?${query}`], placeholderData: keepPreviousData })
}

export const MOVES_PER_PAGE = 10

/** Query of the due-date moves that match the filters. @param query of the figures */
export function movesQuery(query: string): URLSearchParams {
  const params = new URLSearchParams(query)
  params.delete('days')
  return params
}

export function promisesOptions(query: string, page: number) {
  const params = movesQuery(query)
  if (page > 1) params.set('page', String(page))
  params.set('limit', String(MOVES_PER_PAGE))
  return queryOptions<Promises>({ queryKey: [`${ANALYTICS}/promises?${params}`], placeholderData: keepPreviousData })
}

/** @param filters query string without a leading question mark @param asked inputs of the forecast, empty ones left out */
export function forecastOptions(filters: string, asked: { count: string; by: string }) {
  const params = new URLSearchParams(filters)
  for (const [name, value] of Object.entries(asked)) if (value !== '') params.set(name, value)
  const query = params.toString()
  return queryOptions<Forecast>({
    queryKey: [`${ANALYTICS}/forecast${query === '' ? '' : `?${query}`}`],
    placeholderData: keepPreviousData,
  })
}

export const ROWS_PER_PAGE = 20

export function rowsOptions(question: URLSearchParams, page: number) {
  const params = new URLSearchParams(question)
  if (page > 1) params.set('page', String(page))
  params.set('limit', String(ROWS_PER_PAGE))
  return queryOptions<FlowRows>({ queryKey: [`${ANALYTICS}/rows?${params}`], placeholderData: keepPreviousData })
}

/** Address of the page with the requests behind a mark. @param rows address of the API call, as the figures carry it */
export function rowsTo(rows: string): string {
  return rows.replace(`${ANALYTICS}/rows`, '/analytics/rows')
}

/** @param question the query of rows */
export function fetchRowsCsv(question: string): Promise<{ content: Blob; name: string }> {
  const read = async (response: Response) => ({
    content: await response.blob(),
    name: /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'Requests.csv',
  })
  return download(`${ANALYTICS}/rows.csv?${question}`, read)
}
