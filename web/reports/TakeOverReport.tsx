import { useMutation } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import type { Report } from '../../shared/reports/definition.ts'
import { messageOf } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { keepReport, reportsChanged, takeOverReport } from './report-api.ts'

/** For a report whose owner is gone: makes it the person's own, to change and reschedule it. */
export function TakeOverReport({ report, onDone }: { report: Report; onDone: () => void }) {
  const taking = useMutation({
    mutationFn: () => takeOverReport(report.id),
    onSuccess: async (taken) => {
      toast({
        title: 'Report taken over',
        description: `${taken.name} is yours. Its owner’s schedules have ended.`,
        tone: 'good',
      })
      onDone()
      keepReport(taken)
      await reportsChanged()
    },
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The report was not taken over.'), tone: 'bad' }),
  })
  return (
    <Button icon={UserRoundCheck} busy={taking.isPending} busyLabel="Taking over..." onClick={() => taking.mutate()}>
      Take over
    </Button>
  )
}
