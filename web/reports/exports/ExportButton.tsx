import { ChevronDown, Download } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Popover, PopoverClose } from '../../ui/Popover.tsx'
import { EXPORT_FORMATS, type WantedList } from './exports-api.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { useListExport } from './use-list-export.ts'

interface ExportButtonProps extends WantedList {
  /** Accessible name of the panel of formats: `Export people` */
  label: string
  /** Joined to a button that downloads the list as CSV: this one offers the other formats only, and has no visible label. */
  besideCsv?: boolean
}

/** Starts an export of all rows of a list; the file is downloaded from the exports page. Needs `reports.export`. */
export function ExportButton({ label, list, view, besideCsv = false }: ExportButtonProps) {
  const actor = useActor()
  const starting = useListExport()
  if (!actor.permissions.has('reports.export')) return null
  return (
    <Popover
      label={label}
      className="panel small"
      trigger={
        besideCsv ? (
          <Button className="icon-only" icon={ChevronDown} busy={starting.isPending} aria-label={label} title={label} />
        ) : (
          <Button icon={Download} busy={starting.isPending} busyLabel="Starting…" aria-label={label}>
            Export
          </Button>
        )
      }
    >
      {EXPORT_FORMATS.filter(({ value }) => !(besideCsv && value === 'csv')).map((format) => (
        <PopoverClose
          key={format.value}
          look="quiet"
          onClick={() => starting.mutate({ list, view, format: format.value })}
        >
          {format.label}
        </PopoverClose>
      ))}
    </Popover>
  )
}
