import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReportPeriod } from '../../shared/reports/ready.ts'
import { REPORT_FORMATS, ReportFormat } from '../../shared/reports/runs.ts'
import { messageOf } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { reportsChanged, startRun } from './report-api.ts'

/** Starts the export of a report as a file, which appears in the history when it is ready. */
export function ExportButtons({ reportId, period }: { reportId: string; period: ReportPeriod | undefined }) {
  const starting = useMutation({
    mutationFn: (format: ReportFormat, context) =>
      startRun(reportId, { formats: [format], ...(period && { period }) }, context),
    onSuccess: () =>
      toast({
        title: 'Report started',
        description: 'Its file will be in the history when it is ready.',
        tone: 'good',
      }),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The report was not started.'), tone: 'bad' }),
    onSettled: () => reportsChanged(),
  })
  return (
    <div className="row wrap" role="group" aria-label="Export as">
      {ReportFormat.options.map((format) => (
        <Button
          key={format}
          icon={Download}
          busy={starting.isPending && starting.variables === format}
          onClick={() => starting.mutate(format)}
        >
          Export {REPORT_FORMATS[format]}
        </Button>
      ))}
    </div>
  )
}
