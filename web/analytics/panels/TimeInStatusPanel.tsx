import { Link } from 'react-router'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { STATUSES } from '../../../shared/request-rules.ts'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { StackedBar } from '../../ui/charts/StackedBar.tsx'
import { classes } from '../../ui/classes.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { AS } from '../../ui/table-roles.ts'
import { STATUS_TONES, StatusGlyph } from '../../requests/common/badges.tsx'
import { rowsTo } from '../api.ts'
import { DEFINITIONS } from '../definitions.ts'
import { percentileWords, timeInStatusFinding } from '../findings.ts'
import { dayFigure, shareWords, smallSample } from '../words.ts'
import { Definition } from './Definition.tsx'
import { unitWords } from './words.ts'
import styles from './panel-tables.module.css'

const NAME = 'Time in each status'
const LINES = [
  ['p50', 'Half within'],
  ['p85', '85% within'],
  ['p95', '95% within'],
] as const

/** Where the time of finished requests went: one bar of shares, and its table. */
export function TimeInStatusPanel({ flow }: { flow: Flow }) {
  const { timeInStatus, lead } = flow
  const all = timeInStatus.reduce((sum, { total }) => sum + total, 0)
  return (
    <ChartCard
      name={NAME}
      finding={timeInStatusFinding(flow)}
      data={timeData(flow)}
      table={false}
      definition={<Definition asOf={flow.asOf}>{DEFINITIONS.timeInStatus}</Definition>}
      action={
        <Link className="text-12" to={rowsTo(lead.rows)}>
          Show the finished requests
        </Link>
      }
      note={lead.isSmall ? smallSample(lead.count) : 'Of requests finished in the period'}
    >
      {all > 0 && (
        <StackedBar
          label="Share of the time in each status"
          parts={timeInStatus.map(({ status, total, percentiles, rows }) => ({
            key: status,
            label: `${STATUSES[status]}: ${shareWords(total, all)} of the time, ${percentileWords(percentiles)}`,
            count: total,
            colour: `var(--${STATUS_TONES[status]})`,
            to: rowsTo(rows),
          }))}
        />
      )}
      <Scrolling label={NAME} className={`scroll-x ${styles.scrolled}`}>
        <table {...AS.table} className={classes(styles.table, styles.stacked)} aria-label={NAME}>
          <thead {...AS.group}>
            <tr {...AS.row}>
              <th {...AS.columnHead} scope="col">
                Status
              </th>
              {['Share', ...LINES.map(([, label]) => label)].map((head) => (
                <th {...AS.columnHead} key={head} scope="col" className="numeric">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...AS.group}>
            {timeInStatus.map(({ status, total, percentiles }) => (
              <tr {...AS.row} key={status}>
                <th {...AS.rowHead} scope="row">
                  <span className={styles.statusName}>
                    <StatusGlyph status={status} toned />
                    {STATUSES[status]}
                  </span>
                </th>
                <td {...AS.cell} className="numeric semibold" data-label="Share">
                  {shareWords(total, all)}
                </td>
                {LINES.map(([line, label]) => (
                  <td {...AS.cell} key={line} className="numeric" data-label={label}>
                    {percentiles ? `${dayFigure(percentiles[line])} d` : '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </ChartCard>
  )
}

function timeData({ timeInStatus, days }: Flow): ChartData {
  return {
    head: ['Status', 'Requests', ...['50%', '70%', '85%', '95%', 'Total'].map((of) => `${of} (${unitWords(days)})`)],
    rows: timeInStatus.map(({ status, count, percentiles, total }) => ({
      cells: [
        STATUSES[status],
        count,
        ...(['p50', 'p70', 'p85', 'p95'] as const).map((line) => percentiles?.[line] ?? null),
        total,
      ],
    })),
  }
}
