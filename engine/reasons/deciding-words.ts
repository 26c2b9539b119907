import type { DecidingWord } from '../../shared/ai.ts'
import { hundredth } from '../../shared/chance.ts'
import type { WordWeight } from './explain.ts'
import type { Draft } from '../text/features.ts'
import { isSubjectWord } from './subject-words.ts'

/** Words below this share of the strongest weight are left out. */
const MIN_SHARE_OF_STRONGEST = 0.25
/** Maximum marks per field and in total: more would highlight everything. */
const MAX_PER_FIELD = 6
const MAX_WORDS = 12
/** Maximum words of an expression that joins neighbours with the same effect. */
const MAX_PHRASE_WORDS = 3

/**
 * The words with the most weight for and against a suggested value, strongest first; neighbours form one expression. Only words
 * that a colleague would name, and none if other words weigh so much more that these decide nothing.
 * @param draft its prose: code, logs and addresses are never shown
 */
export function decidingWords(
  draft: Pick<Draft, 'title' | 'description'>,
  weights: readonly WordWeight[],
  about: DecidingWord['about'],
): DecidingWord[] {
  const words = weights.filter(
    ({ field, start, end, text }) => isSubjectWord(text) && draft[field].slice(start, end) === text,
  )
  const strongest = Math.max(1e-9, ...weights.map(({ weight }) => Math.abs(weight)))
  const expressions = expressionsOf(
    draft,
    words.filter(({ weight }) => Math.abs(weight) >= MIN_SHARE_OF_STRONGEST * strongest),
  )
  const most = Math.max(strongest, ...expressions.map(({ weight }) => Math.abs(weight)))
  return expressions
    .map(({ position: _position, ...word }) => ({ ...word, weight: hundredth(word.weight / most), about }))
    .filter(({ weight }) => Math.abs(weight) >= MIN_SHARE_OF_STRONGEST)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MAX_PER_FIELD)
}

/** Joins adjacent words whose weights have the same sign; the weights are added. */
function expressionsOf(draft: Pick<Draft, 'title' | 'description'>, words: readonly WordWeight[]): WordWeight[] {
  const candidates: (WordWeight & { count: number; last: number })[] = []
  for (const word of words) {
    const before = candidates.at(-1)
    const isNext =
      before !== undefined &&
      before.field === word.field &&
      before.last + 1 === word.position &&
      /^[ -]$/.test(draft[word.field].slice(before.end, word.start)) &&
      before.count < MAX_PHRASE_WORDS &&
      before.weight > 0 === word.weight > 0
    if (!isNext) {
      candidates.push({ ...word, count: 1, last: word.position })
      continue
    }
    before.end = word.end
    before.text = draft[word.field].slice(before.start, before.end)
    before.weight += word.weight
    before.last = word.position
    before.count++
  }
  return candidates.map(({ count: _count, last: _last, ...word }) => word)
}

/** Marks without overlaps: each place belongs to the suggestion for which it weighs most. In reading order. */
export function marksOf(words: readonly DecidingWord[]): DecidingWord[] {
  const chosen: DecidingWord[] = []
  for (const word of words.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))) {
    const isTaken = chosen.some(
      (other) => other.field === word.field && other.start < word.end && word.start < other.end,
    )
    if (!isTaken && chosen.length < MAX_WORDS) chosen.push(word)
  }
  return chosen.sort((a, b) => (a.field === b.field ? a.start - b.start : a.field === 'title' ? -1 : 1))
}
