import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Volume } from '../../../shared/dashboard.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { ChartLoading } from '../../ui/charts/ChartLoading.tsx'
import { MirroredBars, type Column } from '../../ui/charts/MirroredBars.tsx'
import { useDataOrPrevious } from '../../client/own-data.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { count } from '../../ui/count.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { periodWords } from '../../ui/formats/periods.ts'
import { volumeColumns } from './columns.ts'
import { volumeFinding, volumeTotals } from './findings.ts'
import { volumeQuery } from './queries.ts'
import { useRange } from './range.ts'
import styles from './dashboard.module.css'

const RANGES = [
  { value: '30d', label: '30 days' },
  { value: '6m', label: '6 months' },
  { value: '1y', label: 'Year' },
] as const

/** Created against finished requests. The range switch is in the chart's head, because it changes nothing else. */
export function VolumeChart() {
  const [range, setRange] = useRange()
  const query = useQuery(volumeQuery(range))
  const { shown: data, isBefore, missing } = useDataOrPrevious(query)
  const name = `Created and finished per ${range === '30d' ? 'day' : 'week'}`
  const controls = <SegmentedControl label="Range of the chart" value={range} options={RANGES} onChange={setRange} />
  if (missing === 'failed') {
    return (
      <ChartCard name={name} controls={controls}>
        <ReadError title="Failed to fetch volume data" query={query} />
      </ChartCard>
    )
  }
  if (missing === 'offline') {
    return (
      <ChartCard name={name} controls={controls}>
        <p className="padded soft">This range has not been loaded yet. It will load when you are back online.</p>
      </ChartCard>
    )
  }
  if (!data) {
    return (
      <ChartCard name={name} controls={controls} busy>
        <ChartLoading label="Loading created and finished requests" shape="bars" />
      </ChartCard>
    )
  }
  const columns = volumeColumns(data)
  const totals = volumeTotals(data)
  const shown = `Created and finished per ${data.unit}`
  const [first, last] = [data.buckets[0], data.buckets.at(-1)]
  const period = first && last ? periodWords(first.start, last.end) : ''
  return (
    <ChartCard
      name={shown}
      finding={volumeFinding(data)}
      controls={controls}
      note={`${period}; the current ${data.unit} is shown paler`}
      data={{
        head: [data.unit === 'day' ? 'Day' : 'Week', 'Created', 'Finished'],
        rows: columns.toReversed().map(({ name, up, down }) => ({ cells: [name, up, down] })),
      }}
      table={<VolumeTable name={shown} unit={data.unit} columns={columns} />}
      busy={isBefore}
    >
      <MirroredBars
        label={`${shown}, ${period}`}
        columns={columns}
        up={{ name: 'Created', total: totals.created }}
        down={{ name: 'Finished', total: totals.completed }}
      />
    </ChartCard>
  )
}

function VolumeTable({ name, unit, columns }: { name: string; unit: Volume['unit']; columns: Column[] }) {
  return (
    <table className={styles.table} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{unit === 'day' ? 'Day' : 'Week'}</th>
          <th scope="col" className="numeric">
            Created
          </th>
          <th scope="col" className="numeric">
            Finished
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.toReversed().map((column) => (
          <tr key={column.name}>
            <th scope="row">
              {column.name}
              {column.running && <span className="muted"> so far</span>}
            </th>
            <td className="numeric">
              <Link to={column.upTo} aria-label={`${count(column.up)} created, ${column.name}`}>
                {count(column.up)}
              </Link>
            </td>
            <td className="numeric">
              <Link to={column.downTo} aria-label={`${count(column.down)} finished, ${column.name}`}>
                {count(column.down)}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
