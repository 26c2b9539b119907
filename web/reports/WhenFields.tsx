import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { WEEKDAYS } from '../../shared/dates.ts'
import { PERIOD_KEYS, REPORT_PERIODS } from '../../shared/reports/ready.ts'
import { REPORT_FORMATS, ReportFormat } from '../../shared/reports/runs.ts'
import type { Cadence } from '../../shared/reports/schedule.ts'
import { Field } from '../ui/Field.tsx'
import { Checkbox, TextInput } from '../ui/inputs.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Select } from '../ui/Select.tsx'
import type { ScheduleForm } from './schedule-form.ts'
import styles from './report-page.module.css'

const CADENCE_OPTIONS = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const
const WEEKDAY_OPTIONS = WEEKDAYS.map((label, i) => ({ value: String(i + 1), label }))
const DAY_OPTIONS = Array.from({ length: 31 }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }))
const PERIODS = PERIOD_KEYS.map((value) => ({ value, label: REPORT_PERIODS[value] }))
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** When a schedule runs, and what each run makes. */
export function WhenFields({ form, hasPeriod }: { form: UseFormReturn<ScheduleForm>; hasPeriod: boolean }) {
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
        <DayField control={control} cadence={cadence} />
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
      <FormatsField control={control} />
    </>
  )
}

function DayField({ control, cadence }: { control: Control<ScheduleForm>; cadence: Cadence }) {
  return (
    <>
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
    </>
  )
}

function FormatsField({ control }: { control: Control<ScheduleForm> }) {
  return (
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
  )
}
