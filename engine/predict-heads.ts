import type { DecidingWord } from '../shared/ai.ts'
import { PRIORITY_KEYS } from '../shared/request-rules.ts'
import { redistribute } from './classifier/redistribute.ts'
import type { Prediction } from './classifier/predictor.ts'
import { draftFor } from './draft-for.ts'
import { HEAD_NAMES, HEADS, type Head } from './heads.ts'
import { predictorsOf } from './model.ts'
import { decidingWords } from './reasons/deciding-words.ts'
import { explain } from './reasons/explain.ts'
import { isSupportedBySignal, signalsIn } from './reasons/signals.ts'

/** Upper bound of the confidence for a text that the model cannot read, however strong the few known features are. */
const ILLEGIBLE = 0.4

/** A draft as read: its text, its prose and what they signal. */
interface Read {
  title: string
  description: string
  prose: { title: string; description: string }
  signals: ReturnType<typeof signalsIn>
  legible: boolean
}

/** The prediction of each head and the words that decide it. */
export function predictHeads(heads: ReturnType<typeof predictorsOf>['heads'], read: Read) {
  const { title, description, prose, signals, legible } = read
  const predictions = {} as Record<Head, Prediction>
  const marked: DecidingWord[] = []
  for (const head of HEAD_NAMES) {
    const text = draftFor(head, title, description, signals)
    const row = heads[head].row(text)
    const said = heads[head].predictRow(row)
    const isUnfounded = head === 'priority' && !isSupportedBySignal(signals, PRIORITY_KEYS[said.named]!)
    const prediction = isUnfounded ? heads[head].likeliest(said) : said
    predictions[head] = redistribute(prediction, legible ? 1 : ILLEGIBLE)
    // Medium is the default when nothing speaks for more or less, so no word is a reason for it.
    const isUsual = HEADS[head].values[prediction.named] === 'medium'
    if (legible && !isUsual)
      marked.push(...decidingWords(prose, explain(heads[head], text, row, predictions[head]), head))
  }
  return { predictions, marked }
}
