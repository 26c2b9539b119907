import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SimilarIndex } from '../engine/similarity/similar.ts'
import { madeReports } from './made-reports.ts'
import { similarTask } from './similar.ts'
import { similarPairs, type Pair, type PairKind } from './similar-pairs.ts'

interface Outcome extends Pair {
  /** rank of the stored request among the ten most similar, from 0; −1 when it is not among them */
  place: number
  /** ids named in the duplicate warning */
  named: string[]
}

/** How well similar requests are found among a thousand, and how reliable the duplicate warning is. */
export async function similarReport(): Promise<object> {
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
  return {
    'chosen on': scoresOf(outcomes.filter(({ half }) => half === 'chosen on')),
    'held out': scoresOf(outcomes.filter(({ half }) => half === 'held out')),
    'made reports': await madeReportScores(),
  }
}

/** The measured task on synthetic reports with partly known duplicates, to check that a change does no harm there. */
async function madeReportScores(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'made-reports-'))
  const [rows, answers] = [join(folder, 'rows.jsonl'), join(folder, 'answers.jsonl')]
  try {
    const reports = madeReports(1)
    await writeFile(rows, reports.map((report) => JSON.stringify(report)).join('\n'))
    await similarTask(rows, answers, { by: false, bare: true, warn: () => {} })
    const clusters = new Map(reports.map(({ id, cluster }) => [id, cluster]))
    const places = (await readFile(answers, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; ranked: string[] })
      .filter(({ id }) => clusters.get(id) !== '')
      .map(({ id, ranked }) => ({ place: ranked.findIndex((other) => clusters.get(other) === clusters.get(id)) }))
    return { reports: reports.length, asked: places.length, ...ranking(places) }
  } finally {
    await rm(folder, { recursive: true })
  }
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
  return kind === 'near' ? { pairs: some.length, alarmed } : { pairs: some.length, ...ranking(some), alarmed }
}

function ranking(duplicates: readonly Pick<Outcome, 'place'>[]): object {
  return {
    'recall@1': mean(duplicates.map(({ place }) => place === 0)),
    'recall@10': mean(duplicates.map(({ place }) => place >= 0)),
  }
}

const isNamed = ({ named, of }: Outcome) => named.includes(of)

function mean(flags: readonly boolean[]): number {
  return Math.round((100 * flags.filter(Boolean).length) / Math.max(1, flags.length)) / 100
}
