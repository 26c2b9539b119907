import { useEffect, useRef, useState } from 'react'
import { isCalendarDate } from '../../shared/text-rules.ts'
import { Field } from './Field.tsx'
import { DateInput } from './inputs.tsx'

interface DateFilterProps {
  label: string
  /** `YYYY-MM-DD`; null without a filter */
  value: string | null
  error?: string | undefined
  /** @param options `replace` while an applied date is edited: each step may be a date, and Back must not go through them */
  onChange: (date: string | null, options: { replace: boolean }) => void
}

/** A date that narrows a list. It applies as soon as it is complete, and is removed when the emptied field loses the focus. */
export function DateFilter({ label, value, error, onChange }: DateFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  // The date in the URL, then the dates sent that have not reached it yet.
  const sent = useRef([value])
  // Uncontrolled: the value of a half-typed date is empty, but the field must keep what was typed.
  const [initial] = useState(value ?? '')
  // Back, Forward or a removed filter changed the URL: the field follows. The echo of its own date must not overwrite
  // newer input.
  useEffect(() => {
    const echo = sent.current.lastIndexOf(value)
    sent.current = echo < 0 ? [value] : sent.current.slice(echo)
    if (echo < 0 && field.current) field.current.value = value ?? ''
  }, [value])

  // Back can undo dates before the page has been drawn with them: the value then stays the same, and the effect above does
  // not run.
  useEffect(() => {
    const follow = () => {
      if (sent.current.length === 1) return
      sent.current = [value]
      if (field.current) field.current.value = value ?? ''
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [value])

  const send = (date: string | null) => {
    const replace = date !== null && sent.current.at(-1) !== null
    sent.current.push(date)
    onChange(date, { replace })
  }
  return (
    <Field label={label} error={error}>
      <DateInput
        ref={field}
        defaultValue={initial}
        // A year that is being typed passes through 0002 and 0020.
        onChange={({ target }) => isCalendarDate(target.value) && send(target.value)}
        onBlur={({ target }) => {
          if (isCalendarDate(target.value)) return
          // A year out of range is not applied, so it must not stay in the field as if it were.
          if (target.value !== '') target.value = value ?? ''
          else if (value !== null) send(null)
        }}
      />
    </Field>
  )
}
