import { line } from 'd3-shape'
import { scaleLinear } from 'd3-scale'
import type { ReportBlock } from '../../../shared/reports/document.ts'
import { ValueAxis } from '../../charts/Axes.tsx'
import { ChartCard } from '../../charts/ChartCard.tsx'
import type { ChartData } from '../../charts/chart-data.ts'
import { type Plot, valueScale } from '../../charts/plot.ts'
import { labelledColumns } from '../../charts/scale.ts'
import { useWidth } from '../../charts/use-width.ts'
import { dateWords } from '../../formats/dates.ts'
import { count } from '../../ui/count.ts'
import { classes } from '../../ui/classes.ts'
import styles from './document.module.css'

export type Chart = Extract<ReportBlock, { kind: 'chart' }>

const HEIGHT = 210
/** Told apart by pattern as well as by colour. */
const LOOKS = [styles.first, styles.second, styles.third, styles.fourth, styles.fifth]
const DASHES = [undefined, '6 4', '2 3', '10 3 2 3', '1 5']
const COLOURS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-ref)']

export function ReportChart({ of: chart }: { of: Chart }) {
  const { name, finding, labelled, labels, series, unit, shape } = chart
  const data: ChartData = {
    head: [labelled, ...series.map((one) => (unit === '%' ? `${one.name} (%)` : one.name))],
    rows: labels.map((label, at) => ({ cells: [shown(label), ...series.map(({ values }) => values[at] ?? null)] })),
  }
  return (
    <ChartCard name={name} finding={finding} data={data}>
      {series.length > 1 && <Legend of={chart} />}
      {shape === 'lines' ? <Lines of={chart} /> : <Bars of={chart} />}
    </ChartCard>
  )
}

/** Days are written as everywhere else. */
function shown(label: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(label) ? dateWords(label) : label
}

function Legend({ of: { series, shape } }: { of: Chart }) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ name }, at) => (
        <li key={name}>
          {shape === 'lines' ? (
            <svg width="24" height="10">
              <line x1="0" x2="24" y1="5" y2="5" stroke={COLOURS[at]} strokeWidth="2" strokeDasharray={DASHES[at]} />
            </svg>
          ) : (
            <i className={classes(styles.swatch, LOOKS[at])} />
          )}
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Lying bars: their words may be long, and there is room for as many as there are. */
function Bars({ of: { labels, series, shape, unit } }: { of: Chart }) {
  const isStacked = shape === 'stacked'
  const totals = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const most = Math.max(1, ...(isStacked ? totals : series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const words = (value: number | null) => (value === null ? '–' : unit === '%' ? `${count(value)}%` : count(value))
  return (
    <ul className={styles.bars}>
      {labels.map((label, at) => (
        <li key={label}>
          <span className={styles.barLabel} dir="auto">
            {shown(label)}
          </span>
          <span className={isStacked ? styles.stack : styles.sides}>
            {series.map(({ name, values }, which) => {
              const value = values[at] ?? null
              if (isStacked && !value) return null
              return (
                <span
                  key={name}
                  className={styles.barLine}
                  style={isStacked ? { width: `${(100 * value!) / most}%` } : undefined}
                >
                  <i
                    className={classes(styles.bar, LOOKS[which])}
                    style={isStacked ? undefined : { width: `${(85 * (value ?? 0)) / most}%` }}
                    title={`${name}: ${words(value)}`}
                  />
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
            {isStacked && <span className={styles.barValue}>{words(totals[at] ?? 0)}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Lines({ of: { labels, series, name, finding } }: { of: Chart }) {
  const [box, width] = useWidth()
  const plot: Plot = { left: 40, top: 10, width: width - 56, height: HEIGHT - 40 }
  const values = series.flatMap((one) => one.values.flatMap((value) => value ?? []))
  const y = valueScale(plot, [0, Math.max(0, ...values)])
  const x = scaleLinear([0, Math.max(1, labels.length - 1)], [plot.left, plot.left + plot.width])
  const named = labelledColumns(labels.length, Math.max(2, Math.floor(plot.width / 90)))
  return (
    <div ref={box}>
      <p className="visually-hidden">
        {name}. {finding}
      </p>
      <svg width={width} height={HEIGHT} aria-hidden="true" className={styles.drawing}>
        <ValueAxis plot={plot} scale={y} />
        {labels.map(
          (label, at) =>
            named.has(at) && (
              <text
                key={label}
                x={x(at)}
                y={HEIGHT - 8}
                textAnchor={at === 0 ? 'start' : at === labels.length - 1 ? 'end' : 'middle'}
              >
                {/^\d{4}-\d{2}-\d{2}$/.test(label) ? dateWords(label, false) : label}
              </text>
            ),
        )}
        {series.map((one, which) => {
          const points = one.values.map((value, at): [number, number | null] => [at, value])
          const path = line<[number, number | null]>()
            .defined(([, value]) => value !== null)
            .x(([at]) => x(at))
            .y(([, value]) => y(value ?? 0))
          return (
            <g key={one.name}>
              <path
                d={path(points) ?? ''}
                fill="none"
                stroke={COLOURS[which]}
                strokeWidth="2"
                strokeDasharray={DASHES[which]}
              />
              {labels.length <= 31 &&
                points.map(
                  ([at, value]) =>
                    value !== null && <circle key={at} cx={x(at)} cy={y(value)} r="2.500" fill={COLOURS[which]} />,
                )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
