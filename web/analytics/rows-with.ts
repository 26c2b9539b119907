import type { Flow } from '../../shared/analytics/flow.ts'

/** Address of the call for another mark's requests, with the period and filters of the figures. */
export function rowsWith(flow: Flow, parameters: Record<string, string>): string {
  return withParameters(flow.outcomes.reopened.rows, parameters)
}

/** Address of a call for requests, with some parameters changed. */
export function withParameters(rows: string, parameters: Record<string, string | number>): string {
  const [path, query] = rows.split('?')
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(parameters)) params.set(name, String(value))
  return `${path}?${params}`
}
