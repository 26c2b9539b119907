import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field, StaleValueNote } from '../ui/Field.tsx'
import { Checkbox, TextInput } from '../ui/inputs.tsx'
import { Select } from '../ui/Select.tsx'
import type { StoredPreferences } from './api.ts'
import { hasQuietHours, type PreferencesForm, setQuietHours } from './preferences-form.ts'
import styles from './preferences.module.css'
import { hoursWords } from './quiet-hours.ts'

const DIGESTS = [
  { value: 'off', label: 'Each on its own' },
  { value: 'hourly', label: 'Gathered every hour' },
  { value: 'daily', label: 'Gathered once a day' },
]

interface WhenRowsProps {
  form: UseFormReturn<PreferencesForm>
  savedMeanwhile: Partial<PreferencesForm>
  stored: StoredPreferences
}

/** How mail is gathered, and when it is quiet. Times are the office's. */
export function WhenRows({ form, savedMeanwhile, stored }: WhenRowsProps) {
  const { mail: sendsMail } = stored
  const [digest, isQuiet, from, to] = useWatch({ control: form.control, name: ['digest', 'isQuiet', 'from', 'to'] })
  const hasHours = hasQuietHours({ isQuiet, from, to })
  const hoursConflict = savedMeanwhile.from !== undefined || savedMeanwhile.to !== undefined
  const hoursSavedMeanwhile = hoursConflict && stored.quietHours ? hoursWords(stored.quietHours) : undefined
  const time = (name: 'at' | 'from' | 'to', label: string) => (
    <Field
      label={label}
      hint="In the office’s time zone"
      error={form.formState.errors[name]?.message}
      savedMeanwhile={savedMeanwhile[name] === '' ? 'no quiet hours' : savedMeanwhile[name]}
    >
      <TextInput {...form.register(name)} type="time" className={styles.time} />
    </Field>
  )
  return (
    <>
      <Field
        label="Mail"
        hint={sendsMail ? 'A digest without anything in it is not sent' : 'Your office sends no mail at the moment'}
        savedMeanwhile={DIGESTS.find(({ value }) => value === savedMeanwhile.digest)?.label}
      >
        <Controller
          control={form.control}
          name="digest"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <Select
              ref={ref}
              options={DIGESTS}
              disabled={!sendsMail}
              value={value}
              onValueChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
      </Field>
      {digest === 'daily' && time('at', 'Time of the daily mail')}
      <div className={styles.quiet}>
        <Controller
          control={form.control}
          name="isQuiet"
          render={({ field: { ref, onBlur } }) => (
            <Checkbox
              ref={ref}
              checked={hasHours}
              onBlur={onBlur}
              onChange={({ currentTarget }) => setQuietHours(form, currentTarget.checked, stored.quietHours)}
            >
              Quiet hours: no mail, and nothing is announced
            </Checkbox>
          )}
        />
        {!hasHours && <StaleValueNote value={hoursSavedMeanwhile} />}
      </div>
      {hasHours && time('from', 'Quiet from')}
      {hasHours && time('to', 'Quiet until')}
    </>
  )
}
