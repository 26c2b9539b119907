import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DraftHint } from '../../requests/drafts/DraftHint.tsx'
import { useDraft } from '../../requests/drafts/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { Field } from '../../ui/Field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { classes } from '../../ui/classes.ts'
import sheet from '../form/settings.module.css'
import styles from './general.module.css'
import { readHolidays } from './paste-holidays.ts'

/** The key of its draft. */
export const HOLIDAYS_DRAFT = 'settings.holidays'

interface PasteHolidaysProps {
  busy: boolean
  /** @param onDone call it once they are stored */
  onAdd: (holidays: { date: string; name: string }[], onDone: () => void) => void
  onCancel: () => void
}

/** Adds a whole year at once, pasted from a list. */
export function PasteHolidays({ busy, onAdd, onCancel }: PasteHolidaysProps) {
  const [text, setText, draft] = useDraft(HOLIDAYS_DRAFT)
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { holidays, unclear } = readHolidays(text)
  const problem =
    unclear.length > 0
      ? `Not a date with a name: ${unclear.length === 1 ? 'line' : 'lines'} ${unclear.slice(0, 8).join(', ')}`
      : holidays.length === 0
        ? 'Please paste at least one line'
        : undefined
  // The last line may still be being typed.
  const isFinished = unclear.some((line) => line < text.split('\n').length)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setTried(true)
    if (problem === undefined) onAdd(holidays, draft.clear)
    else field.current?.focus()
  }
  return (
    <form className={classes(sheet.foot, styles.paste)} noValidate onSubmit={submit}>
      <Field
        label="Holidays, one on each line"
        className="grow"
        hint="A date and a name: 2026-12-25 Christmas Day, or 25.12.2026 Christmas Day. Dates already in the list get the new name."
        error={tried || isFinished ? problem : undefined}
        required
      >
        <TextArea
          ref={field}
          rows={6}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setTried(false)
          }}
        />
      </Field>
      <span className="row wrap">
        <Button type="submit" look="primary" busy={busy} busyLabel="Adding...">
          {holidays.length > 0 && unclear.length === 0
            ? `Add ${count(holidays.length)} ${holidays.length === 1 ? 'holiday' : 'holidays'}`
            : 'Add holidays'}
        </Button>
        <Button
          onClick={() => {
            draft.discard()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <DraftHint draft={draft} />
      </span>
    </form>
  )
}
