import type { ChartData } from '../../ui/charts/chart-data.ts'
import { dateWords } from '../../ui/formats/dates.ts'
import { percent } from '../../ui/formats/percent.ts'
import { classes } from '../../ui/classes.ts'
import { count } from '../../ui/count.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { RequestLink } from '../../requests/common/RequestLink.tsx'
import { daysWords } from '../words.ts'
import { dayOrNever, laterFinding, type WhatIfFigures } from './findings.ts'
import styles from './what-if.module.css'

type Delayed = WhatIfFigures['later']['requests'][number]
type Row = readonly [label: string, now: string, changed: string]

/** Both simulated outcomes side by side, and the requests that the change delays. */
export function WhatIfResult({ figures }: { figures: WhatIfFigures }) {
  return (
    <div className={styles.result}>
      <Outlook figures={figures} />
      <p className="text-12 muted">
        The days by which the open requests are finished are those of the forecast, which counts any so many closed
        requests. Below, the requests that are open now are followed themselves in the order of the queue, where new
        ones of higher priority overtake those that wait. When a request likely ends is told in its details.
      </p>
      {figures.pulled && <Pulled request={figures.pulled} />}
      <section aria-labelledby="what-if-later">
        <h3 id="what-if-later" className={styles.heading}>
          {laterFinding(figures)}
        </h3>
        {figures.later.requests.length > 0 && <Later requests={figures.later.requests} />}
      </section>
    </div>
  )
}

function rowsOf({ now, changed }: WhatIfFigures): Row[] {
  const backlog = now.backlog.map(({ day, ...open }, place): Row => {
    const then = changed.backlog[place]
    return [`Open on ${dateWords(day)}`, openWords(open), then ? openWords(then) : '–']
  })
  const cycle = (outlook: WhatIfFigures['now']) =>
    outlook.cycle ? `${daysWords(outlook.cycle.p50)}, 85% within ${daysWords(outlook.cycle.p85)}` : 'not limited'
  return [
    ['Finished, 50% likely by', doneBy(now.done.p50), doneBy(changed.done.p50)],
    ['Finished, 85% likely by', doneBy(now.done.p85), doneBy(changed.done.p85)],
    ...backlog,
    ...(now.cycle || changed.cycle ? [['From start to close, half within', cycle(now), cycle(changed)] as const] : []),
  ]
}

const doneBy = (day: string | null) => dayOrNever(day, 'five years')

/** "40 (35–48 in seven of ten futures)", without the range where it is one number */
function openWords({ p15, p50, p85 }: { p15: number; p50: number; p85: number }): string {
  return p15 === p85 ? count(p50) : `${count(p50)} (${count(p15)}–${count(p85)})`
}

function Outlook({ figures }: { figures: WhatIfFigures }) {
  return (
    <table className={styles.outlook} aria-label="Now and with the change">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Outlook</span>
          </th>
          <th scope="col">As it is</th>
          <th scope="col">With the change</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(figures).map(([label, now, changed]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="soft">{now}</td>
            <td className="semibold">{changed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Pulled({ request }: { request: Delayed }) {
  const { requestId, now, changed, late } = request
  return (
    <p className="text-13">
      <RequestLink id={requestId}>{requestId}</RequestLink> would be closed by {dayOrNever(changed)} instead of{' '}
      {dayOrNever(now)}, as likely as not; the chance that this is after its due date goes from {percent(late.now)} to{' '}
      {percent(late.changed)}.
    </p>
  )
}

function Later({ requests }: { requests: readonly Delayed[] }) {
  return (
    <Scrolling label="Requests that finish later" className={classes('scroll-x', styles.later)}>
      <table aria-label="Requests that finish later">
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">Due</th>
            <th scope="col">Closed by, as it is</th>
            <th scope="col">Closed by, with the change</th>
            <th scope="col" className="numeric">
              Later
            </th>
            <th scope="col" className="numeric">
              After its due date
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ requestId, dueDate, now, changed, later, late }) => (
            <tr key={requestId}>
              <th scope="row">
                <RequestLink id={requestId} className="request-id">
                  {requestId}
                </RequestLink>
              </th>
              <td>{dateWords(dueDate)}</td>
              <td>{dayOrNever(now)}</td>
              <td>{dayOrNever(changed)}</td>
              <td className="numeric">{percent(later)}</td>
              <td className="numeric">
                {percent(late.now)} → <b>{percent(late.changed)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

/** The requests that finish later, for copying. */
export function resultData({ later: { requests } }: WhatIfFigures): ChartData {
  return {
    head: [
      'Request',
      'Due',
      'Closed by, as it is',
      'Closed by, with the change',
      'Later',
      'Late as it is',
      'Late with the change',
    ],
    rows: requests.map(({ requestId, dueDate, now, changed, later, late }) => ({
      cells: [requestId, dueDate, now, changed, percent(later), percent(late.now), percent(late.changed)],
    })),
  }
}
