import { isBlank } from '../../../shared/text-rules.ts'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { DateInput, TextInput } from '../../ui/inputs.tsx'
import { classes } from '../../ui/classes.ts'
import sheet from '../form/settings.module.css'
import styles from './general.module.css'

interface AddHolidayProps {
  busy: boolean
  taken: readonly string[]
  refused: string | undefined
  onAdd: (holiday: { date: string; name: string }, onDone: () => void) => void
}

export function AddHoliday({ busy, taken, refused, onAdd }: AddHolidayProps) {
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const dateError =
    date === '' ? 'Date is required' : taken.includes(date) ? 'This date is already a holiday' : undefined
  const nameError = isBlank(name) ? 'Name is required' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setTried(true)
    if (dateError !== undefined) return first.current?.focus()
    if (nameError !== undefined) return second.current?.focus()
    onAdd({ date, name: name.trim() }, () => {
      setDate('')
      setName('')
      setTried(false)
      first.current?.focus()
    })
  }
  return (
    <form className={classes(sheet.foot, styles.add)} noValidate onSubmit={submit} aria-label="Add a holiday">
      <Field label="Date" error={tried ? dateError : undefined} required>
        <DateInput ref={first} value={date} onChange={(event) => setDate(event.target.value)} />
      </Field>
      <Field label="Name" className="grow" error={tried ? (nameError ?? refused) : undefined} required>
        <TextInput
          ref={second}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={busy} busyLabel="Adding...">
        Add holiday
      </Button>
    </form>
  )
}
