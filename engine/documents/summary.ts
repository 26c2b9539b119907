import { contentWords, likeness } from './requirements/likeness.ts'
import type { Unit } from './requirements/units.ts'

const MIN_WORDS = 6
const MAX_LENGTH = 400
/** A sentence with at least this similarity to a chosen one adds nothing. */
const SAME = 0.5

/**
 * The most informative sentences: their words recur in the document, they are near its beginning, or, above all, they ask for
 * something. Based on Luhn, "The automatic creation of literature abstracts" (1958), extended by asks.
 */
export function summarize(units: readonly Unit[], probabilities: readonly number[], pageCount: number): Unit[] {
  const most = pageCount > 10 ? 8 : 5
  const words = units.map(({ text }) => contentWords(text))
  const counts = new Map<string, number>()
  for (const set of words) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1)
  const ranked = units
    .map((unit, i) => ({
      unit,
      words: words[i]!,
      score: scoreOf(unit, words[i]!, counts, i / units.length, probabilities[i]!),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 60)
  const chosen: typeof ranked = []
  for (const one of ranked) {
    if (chosen.length >= most) break
    if (chosen.every((other) => likeness(one.words, other.words) < SAME)) chosen.push(one)
  }
  return chosen.map(({ unit }) => unit).sort((a, b) => a.start - b.start)
}

function scoreOf(
  unit: Unit,
  words: ReadonlySet<string>,
  counts: ReadonlyMap<string, number>,
  position: number,
  count: number,
): number {
  if (words.size < MIN_WORDS - 2 || unit.text.length > MAX_LENGTH || unit.contexts.has('row')) return 0
  if (!/\p{L}/u.test(unit.text) || /[:：,]$/.test(unit.text)) return 0
  let recurring = 0
  for (const word of words) recurring += Math.min(6, counts.get(word)! - 1)
  return recurring / (words.size + 3) + (position < 0.15 ? 0.6 : 0) + 1.4 * count
}
