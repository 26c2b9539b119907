import { Fragment } from 'react'
import { RETENTION } from '../../shared/retention.ts'
import type { AiSettings, AiTask } from '../../shared/settings.ts'
import { count } from '../ui/count.ts'
import { Scrolling } from '../ui/Scrolling.tsx'
import styles from './form/settings.module.css'
import { formatDate } from '../../shared/texts/formats.ts'

const TASKS: Record<AiTask, string> = {
  classify: 'Classification',
  estimate: 'Analysis',
  answer: 'Assistant',
  document: 'Document',
  test: 'Test',
}
const COLUMNS = ['calls', 'failed', 'promptTokens', 'completionTokens'] as const
type Figures = Record<(typeof COLUMNS)[number], number>

function monthName(month: string): string {
  return formatDate(new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

function byMonth(usage: AiSettings['usage']) {
  return [...new Set(usage.map(({ month }) => month))].map((month) => {
    const rows = usage.filter((row) => row.month === month)
    const sum = (column: keyof Figures) => rows.reduce((all, row) => all + row[column], 0)
    const total: Figures = {
      calls: sum('calls'),
      failed: sum('failed'),
      promptTokens: sum('promptTokens'),
      completionTokens: sum('completionTokens'),
    }
    return { month, rows, total }
  })
}

function Figures({ of }: { of: Figures }) {
  return COLUMNS.map((column) => (
    <td key={column} className="numeric">
      {count(of[column])}
    </td>
  ))
}

/** Calls and tokens by month, to compare with the endpoint's bill. */
export function UsageTable({ settings }: { settings: Pick<AiSettings, 'usage' | 'callsToday' | 'callsPerDay'> }) {
  const { usage, callsToday, callsPerDay } = settings
  const limit = callsPerDay === null ? '' : ` of ${count(callsPerDay)}`
  return (
    <section className="card" aria-labelledby="usage">
      <header className="lined">
        <h2 id="usage">Usage by month</h2>
        <span className="text-12 grow">
          Today: {count(callsToday)}
          {limit} {callsToday === 1 && limit === '' ? 'call' : 'calls'}
        </span>
        <span className="text-12 muted">kept for {RETENTION.languageModelCalls.days} days</span>
      </header>
      {usage.length === 0 ? (
        <p className="padded text-13 soft">Nothing has been asked yet.</p>
      ) : (
        <Scrolling label="Usage by month">
          <table className={styles.usage}>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col">Purpose</th>
                <th scope="col" className="numeric">
                  Calls
                </th>
                <th scope="col" className="numeric">
                  Failed
                </th>
                <th scope="col" className="numeric">
                  Tokens sent
                </th>
                <th scope="col" className="numeric">
                  Tokens received
                </th>
              </tr>
            </thead>
            <tbody>
              {byMonth(usage).map(({ month, rows, total }) => (
                <Fragment key={month}>
                  {rows.map((row) => (
                    <tr key={row.task}>
                      <td className="nowrap">{monthName(month)}</td>
                      <td>{TASKS[row.task]}</td>
                      <Figures of={row} />
                    </tr>
                  ))}
                  {rows.length > 1 && (
                    <tr className="semibold">
                      <td className="nowrap">{monthName(month)}</td>
                      <td>All</td>
                      <Figures of={total} />
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
    </section>
  )
}
