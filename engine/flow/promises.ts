import { DUE } from './field-columns.ts'
import { type PanelInput, within } from './panel-input.ts'

export interface FoundMove {
  number: number
  at: number
}

/** Changes of due dates in the period, newest first; person and reason are in the history. */
export function movesOf({ model, facts, selected, period }: PanelInput, offset: number, limit: number) {
  const { first, count, kind, at } = model.changes
  const found: FoundMove[] = []
  for (const i of selected) {
    const end = first[i]! + count[i]!
    for (let change = first[i]!; change < end; change++) {
      if (kind[change] !== DUE || !within(period, facts.time.dayOf(at[change]!))) continue
      found.push({ number: model.number[i]!, at: at[change]! })
    }
  }
  found.sort((one, other) => other.at - one.at || other.number - one.number)
  return { total: found.length, moves: found.slice(offset, offset + limit) }
}
