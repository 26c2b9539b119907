import { useId } from 'react'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { dateIn } from '../../../shared/dates.ts'
import type { GeneralSettings } from '../../../shared/general-settings.ts'
import { clockTime, dateWords } from '../../ui/formats/dates.ts'
import { useIsUndecided } from '../setup/checklist.ts'
import { Field, StaleValueNote } from '../../ui/Field.tsx'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import { GeneralCard, useGeneralForm } from './GeneralForm.tsx'
import { isKnownZone, type OfficeForm, officeFormOf, officeProblems, TIME_ZONES, DAYS_OF_WEEK } from './office-form.ts'
import styles from './general.module.css'

/** Name, time zone and working days. */
export function OfficeCard({ stored }: { stored: GeneralSettings }) {
  const zones = useId()
  const general = useGeneralForm<OfficeForm>({
    stored,
    draftKey: 'settings.general',
    formOf: officeFormOf,
    changeOf: (values) => ({ ...values, timeZone: values.timeZone.trim() }),
    problemsIn: officeProblems,
  })
  const { savedMeanwhile } = general
  const { control, register, formState } = general.form
  const { errors } = formState
  const zone = useWatch({ control, name: 'timeZone' }).trim()
  return (
    <GeneralCard id="general-office" title="Office" general={general} isUndecided={useIsUndecided('general')}>
      <Field
        label="Office name"
        hint="At sign-in, on the dashboard and on printed pages"
        error={errors.officeName?.message}
        savedMeanwhile={savedMeanwhile.officeName}
        required
      >
        <TextInput {...register('officeName')} autoComplete="organization" />
      </Field>
      <Field
        label="Time zone"
        hint={zoneHint(zone)}
        error={errors.timeZone?.message}
        savedMeanwhile={savedMeanwhile.timeZone}
        required
      >
        <TextInput {...register('timeZone')} list={zones} autoComplete="off" spellCheck={false} />
      </Field>
      <datalist id={zones}>
        {TIME_ZONES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <WorkingDays control={control} savedMeanwhile={savedMeanwhile.workingDays} />
    </GeneralCard>
  )
}

interface WorkingDaysProps {
  control: Control<OfficeForm>
  savedMeanwhile: number[] | undefined
}

function WorkingDays({ control, savedMeanwhile }: WorkingDaysProps) {
  const theirs = savedMeanwhile && DAYS_OF_WEEK.filter(({ day }) => savedMeanwhile.includes(day))
  return (
    <Controller
      control={control}
      name="workingDays"
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <fieldset className={styles.days}>
          <legend>Working days</legend>
          <p className="text-12 muted" id="working-days-hint">
            Estimates in working days leave out the other days, and the holidays below
          </p>
          <div className="row wrap">
            {DAYS_OF_WEEK.map(({ day, name }) => (
              <Checkbox
                key={day}
                checked={value.includes(day)}
                aria-describedby="working-days-hint"
                onChange={() =>
                  onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day].sort())
                }
              >
                {name}
              </Checkbox>
            ))}
          </div>
          {error && <p className="error">{error.message}</p>}
          <StaleValueNote value={theirs?.map(({ name }) => name).join(', ')} />
        </fieldset>
      )}
    />
  )
}

function zoneHint(zone: string): string {
  const where = 'Days begin at midnight there: due dates, overdue requests and figures follow.'
  if (!isKnownZone(zone)) return `Type a part of its name, such as a city. ${where}`
  const now = new Date()
  return `It is ${clockTime(now.toISOString(), zone)} on ${dateWords(dateIn(zone, now))} there. ${where}`
}
