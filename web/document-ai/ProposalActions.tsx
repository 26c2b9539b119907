import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isCalendarDate } from '../../shared/text-rules.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { DateInput } from '../ui/inputs.tsx'
import type { ProposalCardProps } from './ProposalCard.tsx'
import styles from './document-ai.module.css'

interface DueDateProps {
  label: string
  onCreate: (date: string) => void
  onCancel: () => void
  busy: boolean
}

/** Asks for the one value that a text may lack. */
function DueDate({ label, onCreate, onCancel, busy }: DueDateProps) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  useEffect(() => field.current?.focus(), [])
  const create = () => {
    const date = field.current?.value ?? ''
    if (isCalendarDate(date)) return onCreate(date)
    setError('Due date is required')
    field.current?.focus()
  }
  return (
    <form
      className={styles.dueDate}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
    >
      <Field label="Due date" hint="The document names none" error={error} required>
        <DateInput
          ref={field}
          onChange={() => setError(undefined)}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        />
      </Field>
      <span className="row">
        <Button type="submit" size="small" look="primary" busy={busy} data-act="create">
          {label}
        </Button>
        <Button size="small" look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </form>
  )
}

type ProposalActionsProps = Omit<ProposalCardProps, 'pages' | 'onShow'>

/** The buttons of an open proposal, or the field for the due date that its text lacks. */
export function ProposalActions({ proposal, isCurrent, decisions, onEdit, mayDecide }: ProposalActionsProps) {
  const [asksForDate, setAsksForDate] = useState(false)
  const create = useRef<HTMLButtonElement>(null)
  const isBusy = decisions.busyWith === proposal.id
  const accept = (dueDate?: string) =>
    decisions.decide(proposal, { decision: 'accept', ...(dueDate !== undefined && { dueDate }) })
  if (!mayDecide) return null
  const label = decisions.doubted === proposal.id ? 'Create anyway' : 'Create request'
  if (asksForDate)
    return (
      <DueDate
        label={label}
        busy={isBusy}
        onCreate={accept}
        onCancel={() => {
          setAsksForDate(false)
          requestAnimationFrame(() => create.current?.focus())
        }}
      />
    )
  return (
    <div className={styles.actions}>
      <Button
        ref={create}
        size="small"
        icon={Plus}
        look={isCurrent ? 'primary' : 'secondary'}
        busy={isBusy}
        data-act="create"
        onClick={() => (proposal.dueDate === null ? setAsksForDate(true) : accept())}
      >
        {label}
      </Button>
      <Button size="small" onClick={onEdit} data-act="edit">
        Edit
      </Button>
      <span className="grow" />
      <Button
        size="small"
        look="quiet"
        data-act="refuse"
        off={isBusy}
        onClick={() => decisions.decide(proposal, { decision: 'refuse' })}
      >
        Not a request
      </Button>
    </div>
  )
}
