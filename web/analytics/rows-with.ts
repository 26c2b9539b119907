import type { Flow } from '../../shared/analytics/flow.ts'

/** The call for the requests of another mark, of the same period and filters as the figures. */
export function rowsWith(flow: Flow, parameters: Record<string, string>): string {
  return withParameters(flow.outcomes.reopened.rows, parameters)
}

/** A call for requests with some of its parameters changed. */
export function withParameters(rows: string, parameters: Record<string, string | number>): string {
  const [path, query] = rows.split('?')
  const asked = new URLSearchParams(query)
  for (const [name, value] of Object.entries(parameters)) asked.set(name, String(value))
  return `${path}?${asked}`
}
