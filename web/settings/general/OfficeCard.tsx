import { useId, useRef } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { dateIn } from '../../../shared/dates.ts'
import type { GeneralSettings } from '../../../shared/general-settings.ts'
import { DraftHint } from '../../drafts/DraftHint.tsx'
import { useFormDraft } from '../../drafts/drafts.ts'
import { showRefusals, useFirstWrongFocused } from '../../errors/refusals.ts'
import { clockTime, dateWords } from '../../formats/dates.ts'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import { SaveFoot } from '../StoredSettings.tsx'
import sheet from '../settings.module.css'
import { isKnownZone, type OfficeForm, officeFormOf, officeProblems, TIME_ZONES, WEEKDAYS } from './office-form.ts'
import styles from './general.module.css'
import { useSaveGeneral } from './use-save-general.ts'

/** Name, time zone and working days. */
export function OfficeCard({ stored }: { stored: GeneralSettings }) {
  const element = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const zones = useId()
  const form = useForm<OfficeForm>({
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: officeFormOf(stored),
    values: officeFormOf(stored),
    resetOptions: { keepDirtyValues: true },
    resolver: (values) => {
      const errors = officeProblems(values)
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  useFirstWrongFocused(form, element)
  const draft = useFormDraft(form, 'settings.general')
  const { errors, isDirty } = form.formState
  const save = useSaveGeneral({
    onSaved: (saved) => {
      draft.clear()
      form.reset(officeFormOf(saved))
      heading.current?.focus()
    },
    onRefused: (error) => showRefusals(form, error, element.current),
  })
  const zone = useWatch({ control: form.control, name: 'timeZone' }).trim()
  return (
    <form
      ref={element}
      className="card"
      noValidate
      aria-labelledby="general-office"
      onSubmit={(event) =>
        void form.handleSubmit(({ officeName, timeZone, workingDays }) => {
          const change = { officeName, timeZone: timeZone.trim(), workingDays, version: stored.version }
          if (!save.isPending) save.mutate(change)
        })(event)
      }
    >
      <header className="lined">
        <h2 className="grow" id="general-office" ref={heading} tabIndex={-1}>
          Office
        </h2>
      </header>
      <div className={sheet.rows}>
        <RequiredNote />
        <Field
          label="Office name"
          hint="At sign-in, on the dashboard and on printed pages"
          error={errors.officeName?.message}
          required
        >
          <TextInput {...form.register('officeName')} autoComplete="organization" />
        </Field>
        <Field label="Time zone" hint={zoneHint(zone)} error={errors.timeZone?.message} required>
          <TextInput {...form.register('timeZone')} list={zones} autoComplete="off" spellCheck={false} />
        </Field>
        <datalist id={zones}>
          {TIME_ZONES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <Controller
          control={form.control}
          name="workingDays"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <fieldset className={styles.days}>
              <legend>Working days</legend>
              <p className="text-12 muted" id="working-days-hint">
                Estimates in working days leave out the other days, and the holidays below
              </p>
              <div className="row wrap">
                {WEEKDAYS.map(({ day, name }) => (
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
            </fieldset>
          )}
        />
      </div>
      <SaveFoot isDirty={isDirty} isSaving={save.isPending} onDiscard={draft.discard}>
        <span className="row wrap grow">
          <span className="text-12 muted">{isDirty ? 'Not saved yet' : 'All changes saved'}</span>
          <DraftHint draft={draft} />
        </span>
      </SaveFoot>
    </form>
  )
}

function zoneHint(zone: string): string {
  const where = 'Days begin at midnight there: due dates, overdue requests and figures follow.'
  if (!isKnownZone(zone)) return `Type a part of its name, such as a city. ${where}`
  const now = new Date()
  return `It is ${clockTime(now.toISOString(), zone)} on ${dateWords(dateIn(zone, now))} there. ${where}`
}
