import type { DecidingWord } from '../../shared/ai.ts'
import { hundredth } from '../../shared/chance.ts'
import type { WordWeight } from './explain.ts'
import type { Draft } from '../text/features.ts'
import { isSubjectWord } from './subject-words.ts'

/** Words below this share of the strongest one's weight decided nothing. */
const ENOUGH = 0.25
/** Marked for one field, and in all: more would colour everything. */
const MOST_FOR_FIELD = 6
const MOST = 12
/** Neighbours that say the same thing are read as one expression of so many words at most. */
const LONGEST = 3

/**
 * The words that weighed most for and against one suggested value, strongest first; neighbours as one expression. Only words
 * that a colleague would name, and none where others weigh so much more that these decide nothing.
 * @param draft its prose: what stands in code, logs and addresses is never shown
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
    words.filter(({ weight }) => Math.abs(weight) >= ENOUGH * strongest),
  )
  const most = Math.max(strongest, ...expressions.map(({ weight }) => Math.abs(weight)))
  return expressions
    .map(({ position: _position, ...word }) => ({ ...word, weight: hundredth(word.weight / most), about }))
    .filter(({ weight }) => Math.abs(weight) >= ENOUGH)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MOST_FOR_FIELD)
}

/** Joins words that follow each other directly and pull the same way; their weights add up. */
function expressionsOf(draft: Pick<Draft, 'title' | 'description'>, words: readonly WordWeight[]): WordWeight[] {
  const found: (WordWeight & { count: number; last: number })[] = []
  for (const word of words) {
    const before = found.at(-1)
    const isNext =
      before !== undefined &&
      before.field === word.field &&
      before.last + 1 === word.position &&
      /^[ -]$/.test(draft[word.field].slice(before.end, word.start)) &&
      before.count < LONGEST &&
      before.weight > 0 === word.weight > 0
    if (!isNext) {
      found.push({ ...word, count: 1, last: word.position })
      continue
    }
    before.end = word.end
    before.text = draft[word.field].slice(before.start, before.end)
    before.weight += word.weight
    before.last = word.position
    before.count++
  }
  return found.map(({ count: _count, last: _last, ...word }) => word)
}

/** Each place in the text is marked once, for what it says most about; in reading order. */
export function marksOf(words: readonly DecidingWord[]): DecidingWord[] {
  const kept: DecidingWord[] = []
  for (const word of words.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))) {
    const isTaken = kept.some((other) => other.field === word.field && other.start < word.end && word.start < other.end)
    if (!isTaken && kept.length < MOST) kept.push(word)
  }
  return kept.sort((a, b) => (a.field === b.field ? a.start - b.start : a.field === 'title' ? -1 : 1))
}
