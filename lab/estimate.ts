import { trainClassifier } from '../engine/classifier/classifier.ts'
import { FeatureRows } from '../engine/classifier/feature-rows.ts'
import { Reader } from '../engine/classifier/reader.ts'
import { FULL, type Draft } from '../engine/text/features.ts'
import { estimatePoints, trainPoints } from './points.ts'
import { OverrunQueue, eventsOf } from '../engine/durations/overrun-queue.ts'
import { Replay, type GivenEstimate } from '../engine/durations/replay.ts'
import type { TimedRequest } from '../engine/durations/durations.ts'
import { Numbered, type TaskOptions } from './classify.ts'
import { readRows, writeRows, type Row } from './rows.ts'

const DAY = 86_400_000
/** Rows read for their text; more would say little more about durations. */
const TEXT_ROWS = 8000
/** The duration is read as one of this many equally full parts, from fast to slow. */
const PARTS = 5

type Kept = Pick<Row, 'id' | 'split' | 'title' | 'description' | 'group' | 'value' | 'created' | 'resolved'>

/** `{"id","estimate","low","high"}` for each test row: durations when the rows have dates, else plain values. */
export async function estimateTask(input: string, output: string, options: TaskOptions): Promise<object> {
  const rows: Kept[] = []
  for await (const row of readRows(input, options.tell)) {
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
  for (const [at, row] of rows.entries()) {
    if (row.split !== 'test') continue
    const { estimate, low, high } = given.answers[at]!
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
      // Less than no time is a slip of the pen.
      finished: days >= 0 ? finished : null,
      days,
      keys: row.group === '' ? [] : [row.group],
    }
  })
  const grouped = new Set(rows.map((row) => row.group)).size > 1
  // With a model for each group nothing is borrowed from the others beyond the thin start.
  const text = learnText(rows, requests)
  const replay = new Replay({ text: text !== null, grouped: grouped || options.by })
  const answers: (Answer | undefined)[] = rows.map(() => undefined)
  const open = new Map<number, GivenEstimate>()
  const stride = Math.max(1, Math.floor(rows.length / 5000))
  const overruns = new OverrunQueue()
  for (const { at: now, request: at, finish } of eventsOf(requests)) {
    for (const given of overruns.until(now)) replay.recordOverrun(given)
    const { keys, days } = requests[at]!
    if (finish) {
      replay.finish(days, keys, open.get(at))
      open.delete(at)
      continue
    }
    // Rows that taught the text model would flatten it: their outcomes count for the pace, not for the choice.
    if (text?.learnt.has(at)) continue
    const answer = replay.create(keys, text ? text.chances(rows[at]!) : null, at % stride === 0)
    open.set(at, answer)
    // Only where the end is known: a row without one says nothing about being late.
    if (requests[at]!.finished !== null) overruns.add(now + answer.high * DAY, answer)
    if (rows[at]!.split === 'test') answers[at] = answer
  }
  // Before anything was finished there is nothing to read from: the training part's own durations stand in.
  const early = fallback(rows)
  return {
    answers: answers.map((answer) => (answer && Number.isFinite(answer.estimate) ? answer : early)),
    report: replay.state(),
  }
}

/** Learns from the first part of the training rows (by creation) whether texts go with fast or slow requests. */
function learnText(
  rows: Kept[],
  requests: TimedRequest[],
): { learnt: Set<number>; chances: (row: Kept) => Float64Array } | null {
  const order = rows.map((_, at) => at).filter((at) => rows[at]!.split !== 'test' && requests[at]!.finished !== null)
  order.sort((a, b) => requests[a]!.created - requests[b]!.created)
  const first = order.slice(0, Math.floor(order.length * 0.6))
  if (first.length < 300) return null
  // Each row's level among those finished before it: a fast request in a slow year counts as fast.
  const replay = new Replay({ text: false, grouped: true })
  const level = new Map<number, number>()
  for (const { request: at, finish } of eventsOf(requests)) {
    if (!finish) continue
    level.set(at, replay.levelNow(requests[at]!.days, requests[at]!.keys))
    replay.finish(requests[at]!.days, requests[at]!.keys)
  }
  const learnt = first.slice(-TEXT_ROWS)
  const texts = new FeatureRows({ ...FULL, words: 150, characterWords: 0 })
  for (const at of learnt) texts.add(draftOf(rows[at]!))
  const classifier = trainClassifier(
    {
      texts,
      labels: Int32Array.from(learnt, (at) => Math.min(PARTS - 1, Math.floor(level.get(at)! * PARTS))),
      names: Array.from({ length: PARTS }, (_, part) => `${part}`),
    },
    { aim: 'accuracy', strengths: [1], folds: 3 },
  )
  const reader = new Reader(classifier)
  return { learnt: new Set(learnt), chances: (row) => reader.read(draftOf(row)).probabilities }
}

function values(rows: Kept[]): Answers {
  const known = rows.map((_, at) => at).filter((at) => rows[at]!.split !== 'test' && Number.isFinite(rows[at]!.value))
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
  const reader = new Reader(model.classifier)
  const groupOf = ({ group }: Kept) => (groups.known(group) < 0 ? groups.all.length : groups.known(group))
  return {
    answers: rows.map((row) =>
      row.split === 'test' ? estimatePoints(model, reader, draftOf(row), groupOf(row)) : undefined,
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

/** A copy: a slice would keep the whole long text in memory. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString()
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
