import type { Flow } from '../../shared/analytics/flow.ts'

/** The call for the requests of another mark, of the same period and filters as the figures. */
export function rowsWith(flow: Flow, parameters: Record<string, string>): string {
  const [path, query] = flow.outcomes.reopened.rows.split('?')
  const asked = new URLSearchParams(query)
  for (const [name, value] of Object.entries(parameters)) asked.set(name, value)
  return `${path}?${asked}`
}
