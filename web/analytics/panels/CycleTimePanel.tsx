import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { daysBetween } from '../../../shared/dates.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { Legend } from '../../ui/charts/Legend.tsx'
import { ScatterChart } from '../../ui/charts/ScatterChart.tsx'
import { count } from '../../ui/count.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { DEFINITIONS } from '../definitions.ts'
import { Definition } from './Definition.tsx'
import {
  comparedWords,
  durationLines,
  durationMark,
  durationsFinding,
  durationsSummary,
  durationsTable,
  scatterData,
  slowCount,
  type Measure,
} from './durations.ts'
import type { PanelProps } from './panel-props.ts'
import { withParameters } from '../rows-with.ts'
import { uncertainLines } from './words.ts'
import { ZoomableChart } from './ZoomableChart.tsx'

const MEASURES = [
  { value: 'lead', label: 'Lead time' },
  { value: 'cycle', label: 'Cycle time' },
] as const
const NAMES = { lead: 'Lead time', cycle: 'Cycle time' } as const

/** Durations of finished requests, as points or as density, with lines of the 50th to 95th percentile. */
export function CycleTimePanel({ flow, rowsTo, link, onPeriod }: PanelProps) {
  const [measure, setMeasure] = useState<Measure>('cycle')
  const durations = flow[measure]
  const { percentiles, scatter } = durations
  const data = useMemo(() => scatterData(scatter), [scatter])
  const lines = useMemo(() => durationLines(durations), [durations])
  const links = { request: link, rows: rowsTo }
  const isEmpty = durations.count === 0
  const isDense = scatter.kind === 'density'
  const slow = slowCount(durations)
  const note = uncertainLines(durations.count, durations.isSmall) ?? comparedWords(durations)
  return (
    <ChartCard
      name={NAMES[measure]}
      finding={durationsFinding(measure, durations, flow.days)}
      controls={<SegmentedControl label="Measure" value={measure} options={MEASURES} onChange={setMeasure} />}
      {...(!isEmpty && { data: () => durationsTable(durations, flow, links) })}
      definition={<Definition asOf={flow.asOf}>{DEFINITIONS[measure]}</Definition>}
      note={
        !isEmpty && (
          <>
            <Legend
              items={[
                isDense
                  ? { mark: 'cell', label: 'finished requests, more where darker' }
                  : { mark: 'dot', label: 'finished request' },
                { mark: 'ring', label: 'slower than 95%' },
              ]}
            />
            {note && <p>{note}</p>}
          </>
        )
      }
      action={
        percentiles && (
          <Link
            className="text-12"
            to={rowsTo(slow === 0 ? durations.rows : withParameters(durations.rows, { min: percentiles.p95 }))}
          >
            {slow === null
              ? 'Show the slowest 5%'
              : slow === 0
                ? 'Show the requests'
                : `Open the ${count(slow)} slowest`}
          </Link>
        )
      }
    >
      <ZoomableChart period={flow.period} onPeriod={onPeriod} empty={isEmpty ? 'No request was finished' : null}>
        {(onBrush) => (
          <ScatterChart
            label={`${NAMES[measure]} of finished requests`}
            summary={durationsSummary(durations, flow.days)}
            from={flow.period.from}
            days={daysBetween(flow.period.from, flow.period.to) + 1}
            data={data}
            lines={lines}
            slowFrom={percentiles?.p95 ?? 0}
            markOf={durationMark(durations, flow, links)}
            onBrush={onBrush}
          />
        )}
      </ZoomableChart>
    </ChartCard>
  )
}
