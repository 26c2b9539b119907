import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { Report } from '../../shared/reports/definition.ts'
import { PERIOD_KEYS, readyReport, REPORT_PERIODS } from '../../shared/reports/ready.ts'
import { REPORT_FORMATS, ReportFormat } from '../../shared/reports/runs.ts'
import type { Schedule } from '../../shared/reports/schedule.ts'
import { currentIn } from '../client/api.ts'
import { useSession } from '../client/session.ts'
import { DraftHint } from '../drafts/DraftHint.tsx'
import { useFormDraft } from '../drafts/drafts.ts'
import { resolverOf, showRefusals, useFirstWrongFocused } from '../errors/refusals.ts'
import { messageOf } from '../errors/words.ts'
import { fullInstant } from '../formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Field, FormLocked } from '../ui/Field.tsx'
import { Checkbox, TextInput } from '../ui/inputs.tsx'
import { Note } from '../ui/Note.tsx'
import { Select } from '../ui/Select.tsx'
import { toast } from '../ui/toast.ts'
import { Recipients } from './Recipients.tsx'
import { deleteSchedule, reportsChanged, saveSchedule } from './report-api.ts'
import { changeOf, formOf, problemsIn, type ScheduleForm, WEEKDAYS } from './schedule-form.ts'
import styles from './report-page.module.css'

const CADENCE_OPTIONS = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const
const WEEKDAY_OPTIONS = WEEKDAYS.map((label, at) => ({ value: String(at + 1), label }))
const DAY_OPTIONS = Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))
const PERIODS = PERIOD_KEYS.map((value) => ({ value, label: REPORT_PERIODS[value] }))
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** The form of the person's own schedule. */
export function ScheduleFields({ report, stored }: { report: Report; stored: Schedule | null }) {
  const zone = useSession()?.user.officeTimeZone ?? 'UTC'
  const usual = report.content.kind === 'ready' ? readyReport(report.content.ready).period : undefined
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<ScheduleForm>({
    mode: 'onTouched',
    defaultValues: formOf(stored, zone, usual),
    shouldFocusError: false,
    resolver: resolverOf(problemsIn),
  })
  useFirstWrongFocused(form, element)
  const draft = useFormDraft(form, `report.schedule.${report.id}`)
  const saving = useMutation({
    mutationFn: (values: ScheduleForm) => saveSchedule(report.id, changeOf(values)),
    onSuccess: async (saved) => {
      draft.clear()
      form.reset(formOf(saved, zone, usual))
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
  const removing = useMutation({
    mutationFn: () => deleteSchedule(report.id),
    onSuccess: async () => {
      draft.clear()
      toast({
        title: 'Schedule deleted',
        description: 'Reports that it has made are kept.',
        tone: 'good',
        ...(stored && { links: [{ label: 'Undo', onClick: () => restore(stored) }] }),
      })
      form.reset(formOf(null, zone, usual))
      document.getElementById('schedule')?.focus()
      await reportsChanged()
    },
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The schedule was not deleted.'), tone: 'bad' }),
  })
  const restore = (former: Schedule) => {
    const change = changeOf({ ...formOf(former, former.timeZone, undefined), version: 0 })
    saveSchedule(report.id, change)
      .then((again) => form.reset(formOf(again, zone, usual)))
      .catch((error: unknown) =>
        toast({ title: 'Error', description: messageOf(error, 'The schedule was not restored.'), tone: 'bad' }),
      )
      .finally(() => void reportsChanged())
  }
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

function WhenFields({ form, hasPeriod }: { form: ReturnType<typeof useForm<ScheduleForm>>; hasPeriod: boolean }) {
  const { control, register, formState } = form
  const { errors } = formState
  const cadence = useWatch({ control, name: 'cadence' })
  return (
    <>
      <Controller
        control={control}
        name="cadence"
        render={({ field: { value, onChange } }) => (
          <SegmentedControl label="How often" value={value} options={CADENCE_OPTIONS} onChange={onChange} />
        )}
      />
      <div className={styles.half}>
        {cadence === 'weekly' && (
          <Controller
            control={control}
            name="weekday"
            render={({ field: { value, onChange } }) => (
              <Field label="Day">
                <Select options={WEEKDAY_OPTIONS} value={value} onValueChange={onChange} />
              </Field>
            )}
          />
        )}
        {cadence === 'monthly' && (
          <Controller
            control={control}
            name="monthDay"
            render={({ field: { value, onChange } }) => (
              <Field label="Day of the month" hint={Number(value) > 28 ? 'Otherwise the last day' : undefined}>
                <Select options={DAY_OPTIONS} value={value} onValueChange={onChange} />
              </Field>
            )}
          />
        )}
        <Field label="Time" error={errors.time?.message}>
          <TextInput {...register('time')} type="time" />
        </Field>
      </div>
      <Field label="Time zone" error={errors.timeZone?.message}>
        <TextInput {...register('timeZone')} list="report-zones" autoComplete="off" spellCheck={false} />
      </Field>
      <datalist id="report-zones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      {hasPeriod && (
        <Controller
          control={control}
          name="period"
          render={({ field: { value, onChange } }) => (
            <Field label="Period of each report">
              <Select options={PERIODS} value={value} onValueChange={onChange} />
            </Field>
          )}
        />
      )}
      <Controller
        control={control}
        name="formats"
        render={({ field: { value, onChange } }) => (
          <fieldset className={styles.set}>
            <legend>Files</legend>
            <div className={styles.choices}>
              {ReportFormat.options.map((format) => (
                <Checkbox
                  key={format}
                  checked={value.includes(format)}
                  onChange={() =>
                    onChange(value.includes(format) ? value.filter((one) => one !== format) : [...value, format])
                  }
                >
                  {REPORT_FORMATS[format]}
                </Checkbox>
              ))}
            </div>
            {value.length === 0 && <p className="error">Please choose a format</p>}
          </fieldset>
        )}
      />
    </>
  )
}
