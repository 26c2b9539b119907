import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { Checkbox, TextInput } from '../ui/inputs.tsx'
import { Select } from '../ui/Select.tsx'
import type { PreferencesForm } from './preferences-form.ts'
import styles from './preferences.module.css'

const DIGESTS = [
  { value: 'off', label: 'Each on its own' },
  { value: 'hourly', label: 'Gathered every hour' },
  { value: 'daily', label: 'Gathered once a day' },
]

interface WhenRowsProps {
  form: UseFormReturn<PreferencesForm>
  savedMeanwhile: Partial<PreferencesForm>
  sendsMail: boolean
}

/** How mail is gathered, and when it is quiet. Times are the office's. */
export function WhenRows({ form, savedMeanwhile, sendsMail }: WhenRowsProps) {
  const [digest, isQuiet] = useWatch({ control: form.control, name: ['digest', 'isQuiet'] })
  const time = (name: 'at' | 'from' | 'to', label: string) => (
    <Field
      label={label}
      hint="In the office’s time zone"
      error={form.formState.errors[name]?.message}
      savedMeanwhile={savedMeanwhile[name]}
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
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <Checkbox
              ref={ref}
              checked={value}
              onBlur={onBlur}
              onChange={({ currentTarget }) => onChange(currentTarget.checked)}
            >
              Quiet hours: no mail, and nothing is announced
            </Checkbox>
          )}
        />
      </div>
      {isQuiet && time('from', 'Quiet from')}
      {isQuiet && time('to', 'Quiet until')}
    </>
  )
}
