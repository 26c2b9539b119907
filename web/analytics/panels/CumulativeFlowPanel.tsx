import { useMemo } from 'react'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { seriesOf } from '../../../shared/analytics/status-series.ts'
import { OPEN_STATUSES, statusWord } from '../../../shared/request-rules.ts'
import { STATUS_AREAS } from '../../requests/common/badges.tsx'
import { addDays } from '../../../shared/dates.ts'
import { AreaChart, type AreaSeries } from '../../ui/charts/AreaChart.tsx'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { dateWords } from '../../ui/formats/dates.ts'
import { count } from '../../ui/count.ts'
import { DEFINITIONS } from '../definitions.ts'
import { Definition } from './Definition.tsx'
import { flowFinding, flowTable } from './cumulative.ts'
import type { PanelProps } from './panel-props.ts'
import { ZoomableChart } from './ZoomableChart.tsx'

const NAME = 'Cumulative flow'

/** Requests by their status at the end of each day: the distance between two edges is the work in that status. */
export function CumulativeFlowPanel({ flow, rowsTo, onPeriod }: PanelProps) {
  const { cumulative, period } = flow
  const series = useMemo(() => areasOf(cumulative), [cumulative])
  const dayOfRows = (date: string) => rowsTo(cumulative.rows.replace('{day}', date).replace('&status={status}', ''))
  const days = cumulative.pending.length
  const isEmpty = days === 0 || series.every(({ values }) => values.every((value) => value === 0))
  return (
    <ChartCard
      name={NAME}
      finding={flowFinding(flow)}
      {...(!isEmpty && { data: () => flowTable(cumulative, period.from, dayOfRows) })}
      definition={<Definition asOf={flow.asOf}>{DEFINITIONS.cumulativeFlow}</Definition>}
      note={!isEmpty && 'Read across for time, down for open work'}
    >
      <ZoomableChart period={period} onPeriod={onPeriod} empty={isEmpty ? 'There were no requests' : null}>
        {(onBrush) => (
          <AreaChart
            label={NAME}
            summary={`${flowFinding(flow)}. At the end: ${series
              .map(({ name, values }) => `${count(values.at(-1) ?? 0)} ${name}`)
              .join(', ')}.`}
            from={period.from}
            series={series}
            format={count}
            markOf={(day) => {
              const date = addDays(period.from, day)
              const [closed, ...open] = series.map(({ name, values }) => `${count(values[day] ?? 0)} ${name}`)
              const lines = [open.reverse().join(', '), `${closed}`]
              const title = dateWords(date)
              return { name: `${title}: ${lines.join(', ')}`, title, lines, link: { to: dayOfRows(date) } }
            }}
            onBrush={onBrush}
          />
        )}
      </ZoomableChart>
    </ChartCard>
  )
}

function areasOf(cumulative: Flow['cumulative']): AreaSeries[] {
  const { completed, rejected, cancelled } = cumulative
  const closed = completed.map((value, day) => value + (rejected[day] ?? 0) + (cancelled[day] ?? 0))
  const open = OPEN_STATUSES.map((status) => ({
    name: statusWord(status),
    values: cumulative[seriesOf(status)],
    ...STATUS_AREAS[status],
  }))
  return [{ name: 'closed', values: closed, colour: 'var(--chart-2)', fill: 'pale' }, ...open.reverse()]
}
