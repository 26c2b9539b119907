import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Mark } from '../../shared/analytics/rows.ts'
import type { ExportFormat } from '../../shared/exports/exports.ts'
import { fullName } from '../../shared/people.ts'
import { saveCsv } from '../ui/charts/csv.ts'
import { useSession } from '../client/session.ts'
import { periodWords } from '../ui/formats/periods.ts'
import { Button } from '../ui/Button.tsx'
import { Popover, PopoverClose } from '../ui/Popover.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { peopleOptions } from '../requests/common/api.ts'
import { EXPORT_FORMATS } from '../reports/exports/exports-api.ts'
import { useListExport } from '../reports/exports/use-list-export.ts'
import { flowOptions } from './api.ts'
import { figuresData } from './figures-data.ts'
import { daysOf, type Filters, filterWords, flowQuery } from './filters.ts'
import styles from './analytics.module.css'

const LISTS: readonly { mark: Mark; label: string }[] = [
  { mark: 'arrived', label: 'Requests created in the period' },
  { mark: 'closed', label: 'Requests closed in the period' },
  { mark: 'open', label: 'Requests open now' },
]

/** Exports the figures of the screen, or the requests behind them, with its period and filters. */
export function ExportReport({ filters }: { filters: Filters }) {
  const mayExport = useSession()?.user.permissions.includes('reports.export')
  const exporting = useListExport()
  const [format, setFormat] = useState<ExportFormat>('csv')
  if (!mayExport) return null
  const { from, to } = daysOf(filters)
  const viewOf = (mark: Mark) => new URLSearchParams([...new URLSearchParams(flowQuery(filters)), ['mark', mark]])
  return (
    <Popover
      label="Export report"
      className={`panel small ${styles.exportReport}`}
      trigger={
        <Button icon={Download} busy={exporting.isPending} busyLabel="Starting…">
          Export Report
        </Button>
      }
    >
      <p className="text-12 muted">{periodWords(from, to)}, with the filters of this page</p>
      <SegmentedControl label="Format" value={format} options={EXPORT_FORMATS} onChange={setFormat} />
      {LISTS.map(({ mark, label }) => (
        <PopoverClose
          key={mark}
          look="quiet"
          icon={Download}
          onClick={() => exporting.mutate({ list: 'analytics-rows', view: viewOf(mark), format })}
        >
          {label}
        </PopoverClose>
      ))}
      <FiguresButton filters={filters} />
      <Link to="/reports">Reports and your exports</Link>
    </Popover>
  )
}

/** Saves the figures that were loaded for the screen. */
function FiguresButton({ filters }: { filters: Filters }) {
  const { assignee } = filters
  const { data: flow, isPlaceholderData } = useQuery({ ...flowOptions(flowQuery(filters)), enabled: false })
  const people = useQuery({ ...peopleOptions(), enabled: assignee !== null && assignee !== 'unassigned' })
  if (!flow || isPlaceholderData) return null
  const nameOf = (id: string) => fullName(people.data?.find((person) => person.id === id)) || undefined
  const name = `Analytics ${flow.period.from} to ${flow.period.to},`
  return (
    <PopoverClose
      look="quiet"
      icon={Download}
      onClick={() => saveCsv(figuresData(flow, filterWords(filters, nameOf)), name)}
    >
      Figures as CSV
    </PopoverClose>
  )
}
