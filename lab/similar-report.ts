import { SimilarIndex } from '../engine/similarity/similar.ts'
import { similarPairs, type Pair, type PairKind } from './similar-pairs.ts'

interface Outcome extends Pair {
  /** place of the stored request among the ten most similar, from 0 on; −1 when it is not among them */
  place: number
  /** ids that the alarm names */
  named: string[]
}

/** How well similar requests are found among a thousand, and what the alarm of possible duplicates is worth. */
export function similarReport(): object {
  const { entries, pairs } = similarPairs()
  const index = new SimilarIndex()
  for (const entry of entries) index.add(entry)
  index.build()
  const outcomes = pairs.map((pair): Outcome => {
    const hits = index.query(pair, 10)
    return {
      ...pair,
      place: hits.findIndex(({ id }) => id === pair.of),
      named: hits.filter(({ isDuplicate }) => isDuplicate).map(({ id }) => id),
    }
  })
  const halves = ['chosen on', 'held out'] as const
  return Object.fromEntries(halves.map((half) => [half, scoresOf(outcomes.filter((one) => one.half === half))]))
}

function scoresOf(outcomes: readonly Outcome[]): object {
  const duplicates = outcomes.filter(({ kind }) => kind !== 'near')
  const named = outcomes.flatMap((one) => one.named.map((id) => one.kind !== 'near' && id === one.of))
  return {
    pairs: outcomes.length,
    ...ranking(duplicates),
    alarm: { precision: mean(named), recall: mean(duplicates.map(isNamed)) },
    kinds: Object.fromEntries(
      [...new Set(outcomes.map(({ kind }) => kind))].map((kind) => [kind, ofKind(outcomes, kind)]),
    ),
  }
}

function ofKind(outcomes: readonly Outcome[], kind: PairKind): object {
  const some = outcomes.filter((one) => one.kind === kind)
  const alarmed = mean(some.map((one) => (kind === 'near' ? one.named.length > 0 : isNamed(one))))
  return kind === 'near'
    ? { pairs: some.length, alarmed }
    : { pairs: some.length, ...ranking(some), alarmed }
}

function ranking(duplicates: readonly Outcome[]): object {
  return {
    'recall@1': mean(duplicates.map(({ place }) => place === 0)),
    'recall@10': mean(duplicates.map(({ place }) => place >= 0)),
  }
}

const isNamed = ({ named, of }: Outcome) => named.includes(of)

function mean(flags: readonly boolean[]): number {
  return Math.round((100 * flags.filter(Boolean).length) / Math.max(1, flags.length)) / 100
}
