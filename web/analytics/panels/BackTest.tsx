import { LineChart, type LineSeries } from '../../ui/charts/LineChart.tsx'
import { dateWords } from '../../ui/formats/dates.ts'
import { count } from '../../ui/count.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import type { ForecastFigures } from './forecast.ts'
import styles from './forecast.module.css'

function seriesOf(points: NonNullable<ForecastFigures['backTest']>['points']): LineSeries[] {
  const line = (name: string, key: 'actual' | 'p50' | 'p85', look: LineSeries['look']): LineSeries => ({
    name,
    look,
    points: points.map((point) => ({ label: dateWords(point.day, false), value: point[key] })),
  })
  return [line('closed', 'actual', 'solid'), line('50%', 'p50', 'dashed'), line('85%', 'p85', 'dotted')]
}

/** Back-test of the forecast: each past one as it would have been made, beside the actual outcome. */
export function BackTest({ test }: { test: ForecastFigures['backTest'] }) {
  if (!test) {
    return <p className="text-12 muted">There is not enough history yet to test past forecasts.</p>
  }
  const { forecasts, covered, points } = test
  return (
    <Disclosure
      className={styles.backTest}
      label={`Tested on the past: what was said with 85% came true in ${count(covered.p85)} of ${count(forecasts)} forecasts, with 50% in ${count(covered.p50)}`}
    >
      <p className="text-12 muted">
        Each forecast as it would have been made on that day for the four weeks after it. At least so many were to be
        closed with 50, 85 and 95%.
      </p>
      <LineChart
        label="Past forecasts and outcomes"
        summary={`${count(forecasts)} forecasts, the latest of ${dateWords(points.at(-1)?.day ?? '')}.`}
        height={180}
        series={seriesOf(points)}
      />
      <Scrolling label="Past forecasts, table" className={styles.backTestTable}>
        <table className="tight" aria-label="Past forecasts and outcomes">
          <thead>
            <tr>
              <th scope="col">Made on</th>
              {['50%', '85%', '95%', 'Closed'].map((title) => (
                <th key={title} scope="col" className="numeric">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ day, p50, p85, p95, actual }) => (
              <tr key={day}>
                <th scope="row">{dateWords(day)}</th>
                <td className="numeric">{count(p50)}</td>
                <td className="numeric">{count(p85)}</td>
                <td className="numeric">{count(p95)}</td>
                <td className="numeric semibold">
                  {count(actual)}
                  {actual < p85 && <span className="muted"> below 85%</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </Disclosure>
  )
}
