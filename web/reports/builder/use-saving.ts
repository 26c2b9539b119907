import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { Report } from '../../../shared/reports/definition.ts'
import { currentIn } from '../../client/api-error.ts'
import type { DraftState } from '../../requests/drafts/draft-state.ts'
import { showRefusals } from '../../ui/errors/refusals.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { toast } from '../../ui/toast.ts'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { changeReport, createReport, keepReport, reportsChanged } from '../report-api.ts'
import { contentOf, type ReportForm } from './builder-form.ts'

interface Saving {
  report: Report | undefined
  form: UseFormReturn<ReportForm>
  element: RefObject<HTMLFormElement | null>
  draft: DraftState
  /** called when the report was changed elsewhere in the meantime */
  onConflict: (stored: Report) => void
}

/** Creates or changes the report, then opens it unless the form was left meanwhile. */
export function useSaving({ report, form, element, draft, onConflict }: Saving) {
  const navigate = useNavigate()
  const gone = useIsUnmounted()
  return useMutation({
    mutationFn: ({ values, version }: { values: ReportForm; version: number | undefined }, context) => {
      const input = { name: values.name.trim(), content: contentOf(values), sharedWith: values.sharedWith }
      return report
        ? changeReport(report.id, { ...input, version: version ?? values.version })
        : createReport(input, context)
    },
    onSuccess: async (saved) => {
      draft.clear()
      keepReport(saved)
      toast({ title: 'Report saved', description: `${saved.name} is now among your reports.`, tone: 'good' })
      if (!gone.current) await navigate(`/reports/${saved.id}`)
      await reportsChanged()
    },
    onError: (error) => {
      const stored = currentIn<Report>(error)
      if (stored) onConflict(stored)
      else if (!showRefusals(form, error, element.current, (path) => path.split('.')[0] ?? null))
        toast({ title: 'Error', description: messageOf(error, 'The report was not saved.'), tone: 'bad' })
    },
  })
}
