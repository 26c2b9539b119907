import type { Opinion, Reader } from './classifier.ts'
import { visitCharacters, visitWords, type Draft } from './features.ts'
import type { Sparse } from './sparse.ts'
import { tokenize } from './text.ts'

export interface WordWeight {
  field: 'title' | 'description'
  start: number
  end: number
  text: string
  /** what the word adds to the logarithm of the odds of the named class against the others */
  weight: number
}

/**
 * Takes a linear decision apart: every feature adds power × value × (its weight for the class − its mean weight over the
 * classes by their probability), and what a feature adds is shared by the words it was made of. Exact, not an approximation:
 * the sum over all words, facts and the constant is the linear models' score (naive Bayes, which only steadies, is left out).
 * @param row the draft's features from `reader.row`, and what `reader.judge` made of them
 */
export function explain(reader: Reader, draft: Draft, row: Sparse, opinion: Opinion): WordWeight[] {
  const { classifier } = reader
  const { named, probabilities } = opinion
  const effect = new Map<number, number>()
  for (let at = 0; at < row.column.length; at++) {
    const column = row.column[at]!
    let sum = 0
    classifier.members.forEach((member, m) => {
      const model = member.models[0]
      if (!model || member.kind === 'bayes') return
      const base = column * model.classes
      let mean = 0
      for (let c = 0; c < model.classes; c++) mean += probabilities[c]! * model.weights[base + c]!
      sum += classifier.blend.powers[m]! * row.value[at]! * (model.weights[base + named]! - mean)
    })
    effect.set(column, sum)
  }
  const title = tokenize(draft.title, 200)
  const body = tokenize(draft.description, classifier.features.words)
  const tokens = [...title, ...body]
  const weights = new Float64Array(tokens.length)
  const times = new Map<number, number>()
  const visit = (view: 0 | 1, each: (column: number, first: number, last: number) => void): void => {
    const read = view === 0 ? visitWords : visitCharacters
    read(title, body, classifier.features, (key, first, last) => {
      const column = reader.column(view, key)
      if (column >= 0) each(column, first, last)
    })
  }
  for (const view of [0, 1] as const) {
    visit(view, (column) => times.set(column, (times.get(column) ?? 0) + 1))
    visit(view, (column, first, last) => {
      const share = (effect.get(column) ?? 0) / times.get(column)!
      if (first === last) weights[first]! += share
      else {
        weights[first]! += share / 2
        weights[last]! += share / 2
      }
    })
  }
  return tokens.flatMap((token, at) =>
    token.kind === 'mark'
      ? []
      : [
          {
            field: at < title.length ? ('title' as const) : ('description' as const),
            start: token.start,
            end: token.end,
            text: (at < title.length ? draft.title : draft.description).slice(token.start, token.end),
            weight: weights[at]!,
          },
        ],
  )
}
