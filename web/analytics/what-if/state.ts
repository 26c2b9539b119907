import { isStorable } from '../../../shared/text-rules.ts'

/** Changes in the simulated office, all of them in the URL. Null: no change. */
export interface WhatIfState {
  /** per cent of now */
  people: number | null
  /** per cent of now */
  arrivals: number | null
  /** in progress at a time */
  limit: number | null
  /** the number (RFD-…) of a request that is taken up next */
  pull: string | null
}

export const MAX_VALUES = { people: 1000, arrivals: 1000, limit: 100_000 } as const
export const MIN_VALUES = { people: 0, arrivals: 0, limit: 1 } as const
export type NumberKey = keyof typeof MAX_VALUES

/** @returns undefined for an invalid number */
export function numberOf(key: NumberKey, text: string): number | undefined {
  if (!/^\d{1,6}$/.test(text)) return undefined
  const number = Number(text)
  return number >= MIN_VALUES[key] && number <= MAX_VALUES[key] ? number : undefined
}

export function readWhatIf(params: URLSearchParams): WhatIfState {
  const number = (key: NumberKey) => numberOf(key, params.get(key) ?? '') ?? null
  const pull = params.get('pull') ?? ''
  return {
    people: number('people'),
    arrivals: number('arrivals'),
    limit: number('limit'),
    pull: pull !== '' && pull.length <= 100 && isStorable(pull) ? pull : null,
  }
}

export function withWhatIf(params: URLSearchParams, change: Partial<WhatIfState>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries({ ...readWhatIf(params), ...change })) {
    if (value === null) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

export function isChanged(state: WhatIfState): boolean {
  return Object.values(state).some((value) => value !== null)
}

/** @param filters of the requests, as a query string */
export function whatIfQuery(state: WhatIfState, filters: string): string {
  return String(withWhatIf(new URLSearchParams(filters), state))
}
