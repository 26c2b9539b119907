import type { ReportBlock } from '../../../shared/reports/document.ts'
import { BarList } from '../../ui/charts/BarList.tsx'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import { LineChart } from '../../ui/charts/LineChart.tsx'
import { dateWords } from '../../ui/formats/dates.ts'
import { count } from '../../ui/count.ts'
import { classes } from '../../ui/classes.ts'
import styles from './document.module.css'

type Chart = Extract<ReportBlock, { kind: 'chart' }>

/** Distinguished by pattern as well as by colour. */
const LOOKS = [styles.first, styles.second, styles.third, styles.fourth, styles.fifth]
const LINES = ['solid', 'dashed', 'dotted'] as const

export function ReportChart({ of: chart }: { of: Chart }) {
  const { name, finding, labelled, labels, series, unit, shape } = chart
  const only = series.length === 1 ? series[0] : undefined
  const data: ChartData = {
    head: [labelled, ...series.map((one) => (unit === '%' ? `${one.name} (%)` : one.name))],
    rows: labels.map((label, i) => ({ cells: [shown(label), ...series.map(({ values }) => values[i] ?? null)] })),
  }
  return (
    <ChartCard name={name} finding={finding} data={data}>
      {shape === 'lines' ? (
        <Lines of={chart} />
      ) : only ? (
        <BarList
          label={name}
          rows={labels.map((label, i) => ({ label: shown(label), value: only.values[i] ?? null }))}
        />
      ) : (
        <>
          <Legend of={chart} />
          <Bars of={chart} />
        </>
      )}
    </ChartCard>
  )
}

/** Days are formatted as everywhere else. */
function shown(label: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(label) ? dateWords(label) : label
}

function Legend({ of: { series } }: { of: Chart }) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ name }, index) => (
        <li key={name}>
          <i className={classes(styles.swatch, LOOKS[index])} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Horizontal bars: labels may be long, and any number of bars fits. */
function Bars({ of: { labels, series, shape, unit } }: { of: Chart }) {
  const isStacked = shape === 'stacked'
  const totals = labels.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  const most = Math.max(1, ...(isStacked ? totals : series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const words = (value: number | null) => (value === null ? '–' : unit === '%' ? `${count(value)}%` : count(value))
  return (
    <ul className={styles.bars}>
      {labels.map((label, index) => (
        <li key={label}>
          <span className={styles.barLabel} dir="auto">
            {shown(label)}
          </span>
          <span className={isStacked ? styles.stack : styles.sides}>
            {series.map(({ name, values }, which) => {
              const value = values[index] ?? null
              const share = (value ?? 0) / most
              if (isStacked && !value) return null
              return (
                <span
                  key={name}
                  className={styles.barLine}
                  style={isStacked ? { width: `${100 * share}%` } : undefined}
                >
                  {/* No bar for zero: even the thinnest one would stand for a value. */}
                  {Boolean(value) && (
                    <i
                      className={classes(styles.bar, LOOKS[which])}
                      style={isStacked ? undefined : { width: `calc((100% - var(--value-room)) * ${share})` }}
                      title={`${name}: ${words(value)}`}
                    />
                  )}
                  {isStacked ? (
                    <span className="visually-hidden">
                      {name}: {words(value)}
                    </span>
                  ) : (
                    <span className={styles.barValue}>
                      {series.length > 1 && <span className="visually-hidden">{name}: </span>}
                      {words(value)}
                    </span>
                  )}
                </span>
              )
            })}
            {isStacked && <span className={styles.barValue}>{words(totals[index] ?? 0)}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Lines({ of: { labels, series, name, finding, unit } }: { of: Chart }) {
  return (
    <LineChart
      label={name}
      summary={`${name}. ${finding}`}
      {...(unit === '%' && { format: (value: number) => `${count(value)}%` })}
      series={series.map(({ name: line, values }, which) => ({
        name: line,
        look: LINES[which % LINES.length]!,
        points: labels.map((label, i) => ({ label: shown(label), value: values[i] ?? null })),
      }))}
    />
  )
}
