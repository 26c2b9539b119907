import { DUE } from './field-columns.ts'
import { type PanelInput, within } from './panel-input.ts'

export interface FoundMove {
  number: number
  at: number
}

/** Changes of due dates in the period, of all selected requests: every figure that counts moves counts these. */
export function movesIn({ model, facts, selected, period }: PanelInput): FoundMove[] {
  const { first, count, kind, at } = model.changes
  const moves: FoundMove[] = []
  for (const i of selected) {
    const end = first[i]! + count[i]!
    for (let change = first[i]!; change < end; change++) {
      if (kind[change] !== DUE || !within(period, facts.time.dayOf(at[change]!))) continue
      moves.push({ number: model.number[i]!, at: at[change]! })
    }
  }
  return moves
}

/** A page of them, newest first; person and reason are in the history. */
export function movesOf(input: PanelInput, offset: number, limit: number) {
  const moves = movesIn(input).sort((a, b) => b.at - a.at || b.number - a.number)
  return { total: moves.length, moves: moves.slice(offset, offset + limit) }
}
