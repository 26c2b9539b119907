import type { Prediction, Predictor } from '../classifier/predictor.ts'
import { visitCharacters, visitWords, type Draft } from '../text/features.ts'
import { isFunctionWord } from '../text/function-words.ts'
import type { Sparse } from '../text/sparse.ts'
import { tokenize, type Token } from '../text/text.ts'

export interface WordWeight {
  field: 'title' | 'description'
  start: number
  end: number
  text: string
  /** index of the word in its field, from 0 */
  position: number
  /** contribution of the word to the log-odds of the named class against the others, label noise aside */
  weight: number
}

/**
 * Decomposes a linear decision: every feature adds power × value × (its weight for the class − its mean weight over the classes
 * by their probability), and its contribution is shared by the words that it was made of; that of a pair like "the gate"
 * belongs to the gate. Exact, not an approximation: the sum over all words, marks, facts and the constant is the linear models'
 * score (naive Bayes, which only stabilises, is left out).
 * @param row the draft's features from `reader.row`
 * @param prediction of that row
 */
export function explain(predictor: Predictor, draft: Draft, row: Sparse, prediction: Prediction): WordWeight[] {
  const { features } = predictor.classifier
  const effects = effectsOf(predictor, row, prediction)
  const title = tokenize(draft.title, 200)
  const body = tokenize(draft.description, features.words)
  const tokens = [...title, ...body]
  const carries = tokens.map(({ kind, text }) => kind !== 'mark' && !isFunctionWord(text))
  const weights = new Float64Array(tokens.length)
  for (const [view, read] of [visitWords, visitCharacters].entries()) {
    const uses: { effect: Effect; first: number; last: number }[] = []
    read(title, body, features, (key, first, last) => {
      const effect = effects.get(predictor.column(view as 0 | 1, key))
      if (!effect) return
      effect.uses++
      uses.push({ effect, first, last })
    })
    for (const { effect, first, last } of uses) {
      const share = effect.size / effect.uses
      if (carries[first] === carries[last]) {
        weights[first]! += share / 2
        weights[last]! += share / 2
      } else weights[carries[first] ? first : last]! += share
    }
  }
  return placesOf(draft, tokens, title.length, weights)
}

interface Effect {
  size: number
  /** number of places in the text that the feature comes from */
  uses: number
}

/** Contribution of each column of the row to the named class. */
function effectsOf({ classifier }: Predictor, row: Sparse, { named, probabilities }: Prediction): Map<number, Effect> {
  const effects = new Map<number, Effect>()
  for (let i = 0; i < row.column.length; i++) {
    const column = row.column[i]!
    let size = 0
    classifier.members.forEach((member, m) => {
      const model = member.models[0]
      if (!model || member.kind === 'bayes') return
      const base = column * model.classes
      let mean = 0
      for (let c = 0; c < model.classes; c++) mean += probabilities[c]! * model.weights[base + c]!
      size += classifier.pool.powers[m]! * row.value[i]! * (model.weights[base + named]! - mean)
    })
    effects.set(column, { size, uses: 0 })
  }
  return effects
}

/** Words with their positions. The parts of `userName` are attributed to the whole word. */
function placesOf(draft: Draft, tokens: readonly Token[], inTitle: number, weights: Float64Array): WordWeight[] {
  const words: WordWeight[] = []
  tokens.forEach(({ kind, start, end }, i) => {
    if (kind === 'mark') return
    const field = i < inTitle ? 'title' : 'description'
    const before = words.at(-1)
    if (before?.field === field && before.start === start && before.end === end) {
      before.weight += weights[i]!
      return
    }
    const position = before?.field === field ? before.position + 1 : 0
    words.push({ field, start, end, text: draft[field].slice(start, end), position, weight: weights[i]! })
  })
  return words
}
