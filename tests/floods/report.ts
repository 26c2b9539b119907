import type { Answers } from './flood-process.ts'
import { at, type Times } from './others.ts'
import { formatNumber } from '../../shared/texts/formats.ts'

export interface Outcome {
  engine: string
  flood: string
  isAlive: boolean
  times: Times
  answers: Answers
  /** peak memory of the process, in bytes */
  peak: number
  /** processor time of the process during the flood */
  busyMs: number
}

const LIMITS = { list: 50, other: 250, signIn: 5000 } as const
/** Every query of PostgreSQL crosses a connection, and a list needs three. */
const LIMITS_POSTGRES = { ...LIMITS, list: 100 } as const

/** With fewer calls the 99th percentile would be the slowest call. */
const MIN_LIST_CALLS = 200

/** The limits that a flood has exceeded, in words. */
export function brokenLimits({ engine, isAlive, times }: Outcome): string[] {
  const limits = engine === 'PostgreSQL' ? LIMITS_POSTGRES : LIMITS
  const broken = isAlive ? [] : ['the process ended']
  for (const [kind, share] of [
    ['list', 0.99],
    ['other', 0.99],
    ['signIn', 1],
  ] as const) {
    const ms = at(times[kind], share)
    // NaN (no answer at all) must not pass.
    if (!(ms <= limits[kind])) broken.push(`${kind === 'signIn' ? 'sign-in' : kind} ${whole(ms)} ms > ${limits[kind]}`)
  }
  if (times.list.length < MIN_LIST_CALLS) broken.push(`only ${times.list.length} lists`)
  for (const [call, count] of Object.entries(times.failures)) broken.push(`${count} × ${call}`)
  return broken
}

const HEAD = [
  'flood',
  'alive',
  'lists p50 / p99 / max',
  'other calls p50 / p99 / max',
  'sign-in max',
  'answers to the flood',
  'watcher late p99 / max',
  'peak RSS',
  'processor',
  'missed',
]

/** A Markdown table in the format of docs/benchmarks.md. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const { engine, flood, isAlive, times, answers, peak, busyMs } = outcome
    const statuses = Object.entries(answers).map(([status, count]) => `${formatNumber(count)} × ${status}`)
    return [
      `${flood} (${engine})`,
      isAlive ? 'yes' : 'NO',
      three(times.list),
      three(times.other),
      `${whole(at(times.signIn, 1))} ms`,
      statuses.join(', ') || '–',
      `${whole(times.ownLag.p99)} / ${whole(times.ownLag.max)} ms`,
      `${Math.round(peak / 1024 / 1024)} MB`,
      `${(busyMs / 1000).toFixed(1)} s`,
      brokenLimits(outcome).join('; ') || '–',
    ]
  })
  const lines = [HEAD, HEAD.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function three(times: readonly number[]): string {
  return `${[0.5, 0.99, 1].map((share) => whole(at(times, share))).join(' / ')} ms`
}

function whole(ms: number): string {
  return Number.isNaN(ms) ? '–' : ms < 10 ? ms.toFixed(1) : String(Math.round(ms))
}
