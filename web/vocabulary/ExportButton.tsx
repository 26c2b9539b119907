import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Download } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { ExportFormat } from '../../shared/exports/exports.ts'
import { refresh } from '../client/query.ts'
import { messageOf } from '../errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { Popover, PopoverClose } from '../ui/Popover.tsx'
import { toast } from '../ui/toast.ts'
import { EXPORT_FORMATS, EXPORTS, exportList, type WantedList } from './exports-api.ts'
import { useActor } from './use-actor.ts'

interface ExportButtonProps extends WantedList {
  /** Accessible name of the panel of formats: `Export people` */
  label: string
  /** Joined to a button that downloads the list as CSV: this one offers the other formats only, and has no visible label. */
  besideCsv?: boolean
}

/** Starts an export of all rows of a list; the file is downloaded from the exports page. Needs `reports.export`. */
export function ExportButton({ label, list, view, besideCsv = false }: ExportButtonProps) {
  const actor = useActor()
  const navigate = useNavigate()
  const starting = useMutation({
    mutationFn: (format: ExportFormat, context) => exportList({ list, view }, format, context),
    onSuccess: () =>
      toast({
        title: 'Export started',
        description: 'All rows are being written to a file. You will find it among your exports.',
        tone: 'good',
        links: [{ label: 'See your exports', onClick: () => void navigate('/reports') }],
      }),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The export was not started.'), tone: 'bad' }),
    onSettled: () => refresh(EXPORTS),
  })
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
        <PopoverClose key={format.value} look="quiet" onClick={() => starting.mutate(format.value)}>
          {format.label}
        </PopoverClose>
      ))}
    </Popover>
  )
}
