import { DUE } from './flow-model.ts'
import { type PanelInput, within } from './panel-input.ts'

export interface FoundMove {
  number: number
  at: number
}

/** Changes of due dates in the period, newest first; person and reason are in the history. */
export function movesOf({ model, facts, selected, period }: PanelInput, offset: number, limit: number) {
  const found: FoundMove[] = []
  for (const i of selected) {
    const end = model.first[i]! + model.changes[i]!
    for (let at = model.first[i]!; at < end; at++) {
      if (model.kind[at] !== DUE || !within(period, facts.time.dayOf(model.at[at]!))) continue
      found.push({ number: model.number[i]!, at: model.at[at]! })
    }
  }
  found.sort((one, other) => other.at - one.at || other.number - one.number)
  return { total: found.length, moves: found.slice(offset, offset + limit) }
}
