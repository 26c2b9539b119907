import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { Report } from '../../shared/reports/definition.ts'
import { readyReport } from '../../shared/reports/ready.ts'
import type { Schedule } from '../../shared/reports/schedule.ts'
import { currentIn } from '../client/api-error.ts'
import { useSession } from '../client/session.ts'
import { DraftHint } from '../requests/drafts/DraftHint.tsx'
import { useFormDraft } from '../requests/drafts/drafts.ts'
import type { DraftState } from '../requests/drafts/draft-state.ts'
import { CHECKED_ON_LEAVING } from '../ui/errors/checked-on-leaving.ts'
import { resolverOf, showRefusals, useFirstWrongFocused } from '../ui/errors/refusals.ts'
import { messageOf } from '../ui/errors/words.ts'
import { fullInstant } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { FormLocked } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toast.ts'
import { Recipients } from './Recipients.tsx'
import { deleteSchedule, reportsChanged, saveSchedule } from './report-api.ts'
import { changeOf, formOf, problemsIn, type ScheduleForm } from './schedule-form.ts'
import { WhenFields } from './WhenFields.tsx'
import styles from './report-page.module.css'

interface Editing {
  report: Report
  form: UseFormReturn<ScheduleForm>
  draft: DraftState
  /** form values of a stored schedule; the defaults for null */
  valuesOf: (schedule: Schedule | null) => ScheduleForm
}

function useSaving({ report, form, draft, valuesOf }: Editing, element: RefObject<HTMLFormElement | null>) {
  return useMutation({
    mutationFn: (values: ScheduleForm) => saveSchedule(report.id, changeOf(values)),
    onSuccess: async (saved) => {
      draft.clear()
      form.reset(valuesOf(saved))
      const description = saved.nextAt ? `Next: ${fullInstant(saved.nextAt)}` : undefined
      toast({ title: 'Schedule saved', description, tone: 'good' })
      await reportsChanged()
    },
    onError: (error) => {
      const current = currentIn<Schedule | null>(error)
      if (current !== undefined) form.setValue('version', current?.version ?? 0)
      else if (!showRefusals(form, error, element.current, (path) => path.split('.').at(-1) ?? null))
        toast({ title: 'Error', description: messageOf(error, 'The schedule was not saved.'), tone: 'bad' })
    },
  })
}

/** Deletes the stored schedule, and offers to undo it. */
function useRemoving({ report, form, draft, valuesOf }: Editing, stored: Schedule | null) {
  const restore = (former: Schedule) => {
    const change = changeOf({ ...formOf(former, former.timeZone, undefined), version: 0 })
    saveSchedule(report.id, change)
      .then((again) => form.reset(valuesOf(again)))
      .catch((error: unknown) =>
        toast({ title: 'Error', description: messageOf(error, 'The schedule was not restored.'), tone: 'bad' }),
      )
      .finally(() => void reportsChanged())
  }
  return useMutation({
    mutationFn: () => deleteSchedule(report.id),
    onSuccess: async () => {
      draft.clear()
      toast({
        title: 'Schedule deleted',
        description: 'Reports that it has made are kept.',
        tone: 'good',
        ...(stored && { links: [{ label: 'Undo', onClick: () => restore(stored) }] }),
      })
      form.reset(valuesOf(null))
      document.getElementById('schedule')?.focus()
      await reportsChanged()
    },
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The schedule was not deleted.'), tone: 'bad' }),
  })
}

/** The form of the person's own schedule. */
export function ScheduleFields({ report, stored }: { report: Report; stored: Schedule | null }) {
  const zone = useSession()?.user.officeTimeZone ?? 'UTC'
  const usual = report.content.kind === 'ready' ? readyReport(report.content.ready).period : undefined
  const valuesOf = (schedule: Schedule | null) => formOf(schedule, zone, usual)
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<ScheduleForm>({
    ...CHECKED_ON_LEAVING,
    defaultValues: valuesOf(stored),
    shouldFocusError: false,
    resolver: resolverOf(problemsIn),
  })
  useFirstWrongFocused(form, element)
  const draft = useFormDraft(form, `report.schedule.${report.id}`)
  const editing = { report, form, draft, valuesOf }
  const saving = useSaving(editing, element)
  const removing = useRemoving(editing, stored)
  const isConflict = saving.isError && currentIn<Schedule | null>(saving.error) !== undefined
  return (
    <form
      ref={element}
      noValidate
      aria-labelledby="schedule"
      onSubmit={(event) => void form.handleSubmit((values) => !saving.isPending && saving.mutate(values))(event)}
    >
      <div className={styles.form}>
        {stored && <StateNote stored={stored} />}
        {isConflict && (
          <Note tone="amber" role="alert" title="Your schedule was changed elsewhere in the meantime">
            <p>What you entered is still here. Save again to replace the other version.</p>
          </Note>
        )}
        <FormLocked value={saving.isPending}>
          <WhenFields form={form} hasPeriod={usual !== undefined} />
          <Recipients control={form.control} error={form.formState.errors.people?.message} />
        </FormLocked>
        <p className="text-12 muted">
          Recipients find each run on this page, as long as they may see all that is in it. Delivery by mail follows
          when mail is set up.
        </p>
      </div>
      <footer className={styles.foot}>
        <span className="grow">
          <DraftHint draft={draft} />
        </span>
        {stored && (
          <Button busy={removing.isPending} onClick={() => removing.mutate()}>
            Delete schedule
          </Button>
        )}
        <Button type="submit" look="primary" busy={saving.isPending} busyLabel="Saving...">
          Save schedule
        </Button>
      </footer>
    </form>
  )
}

function StateNote({ stored: { nextAt, note } }: { stored: Schedule }) {
  if (nextAt !== null) return <p className="text-13">Next: {fullInstant(nextAt)}</p>
  return (
    <Note tone="amber" title="This schedule has stopped">
      <p>{note} Save it to start it again.</p>
    </Note>
  )
}
