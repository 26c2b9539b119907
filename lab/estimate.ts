import { trainClassifier } from '../engine/classifier/classifier.ts'
import { FeatureRows } from '../engine/classifier/feature-rows.ts'
import { Predictor } from '../engine/classifier/predictor.ts'
import { FULL, type Draft } from '../engine/text/features.ts'
import { estimatePoints, trainPoints } from './points.ts'
import { eventsOf } from '../engine/durations/overrun-queue.ts'
import type { Grouping } from '../engine/durations/groups.ts'
import { replayEvents } from '../engine/durations/replay-events.ts'
import { Replay } from '../engine/durations/replay.ts'
import { quantile, sampleOf } from '../engine/durations/sample.ts'
import type { TimedRequest } from '../engine/durations/durations.ts'
import { Numbered, type TaskOptions } from './classify.ts'
import { readRows, writeRows, type Row } from './rows.ts'

const DAY = 86_400_000
/** Maximum rows whose text is used; more would hardly improve the durations. */
const TEXT_ROWS = 8000
/** Number of equally full classes of durations, from fast to slow. */
const PARTS = 5
/** An alternative must reduce the median miss to below this factor of the plain method's. */
const WORTH = 0.985

type Kept = Pick<Row, 'id' | 'split' | 'title' | 'description' | 'group' | 'value' | 'created' | 'resolved'>

/** Writes `{"id","estimate","low","high"}` for each test row: durations when the rows have dates, otherwise plain values. */
export async function estimateTask(input: string, output: string, options: TaskOptions): Promise<object> {
  const rows: Kept[] = []
  for await (const row of readRows(input, options.warn)) {
    const { id, split, group, value, created, resolved } = row
    rows.push({
      id,
      split,
      group,
      value,
      created,
      resolved,
      title: cut(row.title, 300),
      description: cut(row.description, 1500),
    })
  }
  const dated = rows.filter((row) => Number.isFinite(row.created) && Number.isFinite(row.resolved)).length
  const given = dated * 2 > rows.length ? durations(rows, options) : values(rows)
  const out = await writeRows(output)
  for (const [i, row] of rows.entries()) {
    if (row.split !== 'test') continue
    const { estimate, low, high } = given.answers[i]!
    await out.write({ id: row.id, estimate: rounded(estimate), low: rounded(low), high: rounded(high) })
  }
  await out.close()
  return given.report
}

interface Answer {
  estimate: number
  low: number
  high: number
}
interface Answers {
  answers: (Answer | undefined)[]
  report: object
}

function durations(rows: Kept[], options: TaskOptions): Answers {
  const last = rows.reduce((most, row) => (row.created > most ? row.created : most), -Infinity)
  const requests: TimedRequest[] = rows.map((row) => {
    const created = Number.isFinite(row.created) ? row.created : last
    const finished = Number.isFinite(row.resolved) ? row.resolved : null
    const days = Number.isFinite(row.value) ? row.value : finished === null ? NaN : (finished - created) / DAY
    return {
      created,
      // A negative duration is a data error.
      finished: days >= 0 ? finished : null,
      days,
      facets: [row.group === '' ? null : row.group],
    }
  })
  const grouping = options.by || new Set(rows.map((row) => row.group)).size > 1 ? 1 : 0
  const text = learnText(rows, requests)
  // Choices are evaluated on rows that neither trained the text model nor are test rows.
  const miss = (one: Answer[]) => medianMiss(one, requests, (at) => rows[at]!.split !== 'test' && !text?.learnt.has(at))
  const better = (one: Answer[] | null, than: Answer[]) => (one && miss(one) < WORTH * miss(than) ? one : than)
  const plain = lived(rows, requests, grouping, () => null)
  const read = text && lived(rows, requests, grouping, (at) => (text.learnt.has(at) ? null : text.chances(rows[at]!)))
  const ranges = better(read, plain)
  // The range is the group's, but a point estimate over all rows can have a smaller median miss: most requests are short.
  const points = better(grouping === 0 ? null : lived(rows, requests, 0, () => null), ranges)
  // Before anything was finished, the durations of the training rows are used instead.
  const early = fallback(rows)
  return {
    answers: ranges.map((answer, i) => {
      if (!Number.isFinite(answer.estimate)) return early
      return { ...answer, estimate: Math.min(Math.max(points[i]!.estimate, answer.low), answer.high) }
    }),
    report: { text: ranges === read, grouped: grouping === 1, pointOfAll: points !== ranges },
  }
}

/** The answer to each row at its time of creation. */
function lived(
  rows: Kept[],
  requests: TimedRequest[],
  grouping: Grouping,
  chances: (at: number) => Float64Array | null,
): Answer[] {
  const replay = new Replay([grouping], grouping)
  const answers: Answer[] = []
  replayEvents(replay, requests, {
    unit: 'calendar',
    create: (at) => {
      const given = replay.create(requests[at]!.facets, chances(at))
      answers[at] = { estimate: given.estimate, low: given.ends[0], high: given.ends[3] }
      // A row without an end must not count as overdue.
      return requests[at]!.finished === null ? null : given
    },
  })
  return answers
}

function medianMiss(answers: Answer[], requests: TimedRequest[], counts: (at: number) => boolean): number {
  const misses = answers.flatMap(({ estimate }, i) =>
    requests[i]!.finished !== null && counts(i) ? [Math.abs(estimate - requests[i]!.days)] : [],
  )
  return quantile(sampleOf(misses.map((miss) => [miss, 1])), 0.5)
}

/** Learns from the first part of the training rows (by creation) whether the text predicts fast or slow requests. */
function learnText(
  rows: Kept[],
  requests: TimedRequest[],
): { learnt: Set<number>; chances: (row: Kept) => Float64Array } | null {
  const order = rows.map((_, i) => i).filter((at) => rows[at]!.split !== 'test' && requests[at]!.finished !== null)
  order.sort((a, b) => requests[a]!.created - requests[b]!.created)
  const first = order.slice(0, Math.floor(order.length * 0.6))
  if (first.length < 300) return null
  // Each row's level among those finished before it: a fast request in a slow year counts as fast.
  const replay = new Replay([1], 1)
  const level = new Map<number, number>()
  for (const { request: at, finish } of eventsOf(requests)) {
    if (!finish) continue
    level.set(at, replay.levelNow(requests[at]!.days, requests[at]!.facets))
    replay.finish(requests[at]!.days, requests[at]!.facets)
  }
  const learnt = first.slice(-TEXT_ROWS)
  const texts = new FeatureRows({ ...FULL, words: 150, characterWords: 0 })
  for (const at of learnt) texts.add(draftOf(rows[at]!))
  const classifier = trainClassifier(
    {
      texts,
      labels: Int32Array.from(learnt, (at) => Math.max(0, Math.min(PARTS - 1, Math.floor(level.get(at)! * PARTS)))),
      names: Array.from({ length: PARTS }, (_, part) => `${part}`),
    },
    { aim: 'accuracy', strengths: [1], folds: 3 },
  )
  const predictor = new Predictor(classifier)
  return { learnt: new Set(learnt), chances: (row) => predictor.predict(draftOf(row)).probabilities }
}

function values(rows: Kept[]): Answers {
  const known = rows.map((_, i) => i).filter((at) => rows[at]!.split !== 'test' && Number.isFinite(rows[at]!.value))
  if (known.length === 0) return { answers: rows.map(() => ({ estimate: 0, low: 0, high: 0 })), report: {} }
  const groups = new Numbered<string>()
  const texts = new FeatureRows({ ...FULL, words: 200, characterWords: 0 })
  const model = trainPoints(
    {
      texts,
      values: Float64Array.from(known, (at) => rows[at]!.value),
      groups: Int32Array.from(known, (at) => groups.numberOf(rows[at]!.group)),
      groupCount: groups.all.length,
      validation: Uint8Array.from(known, (at) => (rows[at]!.split === 'val' ? 1 : 0)),
    },
    (i) => draftOf(rows[known[i]!]!),
  )
  const predictor = new Predictor(model.classifier)
  const groupOf = ({ group }: Kept) => (groups.known(group) < 0 ? groups.all.length : groups.known(group))
  return {
    answers: rows.map((row) =>
      row.split === 'test' ? estimatePoints(model, predictor, draftOf(row), groupOf(row)) : undefined,
    ),
    report: { trust: model.trust, low: model.low, high: model.high, steps: model.steps },
  }
}

function fallback(rows: Kept[]): Answer {
  const known = rows.filter((row) => row.split !== 'test' && Number.isFinite(row.value)).map((row) => row.value)
  known.sort((a, b) => a - b)
  const at = (level: number) => known[Math.min(known.length - 1, Math.floor(level * known.length))] ?? 0
  return { estimate: at(0.5), low: at(0.1), high: at(0.9) }
}

function draftOf(row: Kept): Draft {
  return { title: row.title, description: row.description, facts: row.group === '' ? [] : [`group=${row.group}`] }
}

/** A real copy: a slice would keep the whole long text in memory. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString()
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
