import type { DayUnit } from './office-time.ts'
import type { PanelInput } from './panel-input.ts'
import type { FlowFilter } from './selection.ts'

interface Asked {
  filter: FlowFilter
  from: string
  to: string
  unit: DayUnit
}

/** URL of the rows behind a figure. Excludes `ownOf`: every call derives the visible requests from the caller. */
export function rowsAddresses({ filter, from, to, unit }: Asked): PanelInput['rows'] {
  const { ownOf: _, ...filters } = filter
  const common = Object.entries({ from, to, days: unit, ...filters }).filter(([, value]) => value !== undefined)
  const written = new Map(common.map(([name, value]) => [name, parameter(name, String(value))]))
  return (parameters) => {
    const parts = new Map(written)
    for (const [name, value] of Object.entries(parameters)) parts.set(name, parameter(name, String(value)))
    return `/api/analytics/rows?${[...parts.values()].join('&')}`
  }
}

/** Placeholders in braces stay unescaped for the page to fill in. */
function parameter(name: string, value: string): string {
  const safe = encodeURIComponent(value)
  if (!safe.includes('%')) return `${name}=${safe}`
  return `${name}=${safe.replaceAll(/%7B(\w+)%7D/g, '{$1}').replaceAll('%2C', ',')}`
}
