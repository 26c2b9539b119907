import { Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { type DocumentProposal, MAX_DECISIONS, type ProposalDecisions } from '../../shared/document-proposals.ts'
import { isCalendarDate } from '../../shared/text-rules.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { DateInput } from '../ui/inputs.tsx'
import { Note } from '../ui/Note.tsx'
import { type Decisions, acknowledgedDuplicates } from './use-decisions.ts'
import { counted } from './words.ts'
import styles from './document-ai.module.css'

/** Creates all open proposals, after a check for duplicates and missing dates. */
export function CreateAll({ open, decisions }: { open: DocumentProposal[]; decisions: Decisions }) {
  const [isAsking, setAsking] = useState(false)
  if (open.length === 0) return null
  return (
    <>
      <Button look="primary" onClick={() => setAsking(true)}>
        Create {counted(open.length, 'request')}
      </Button>
      {isAsking && <ConfirmCreateAll open={open} decisions={decisions} onClose={() => setAsking(false)} />}
    </>
  )
}

function ConfirmCreateAll({
  open,
  decisions,
  onClose,
}: {
  open: DocumentProposal[]
  decisions: Decisions
  onClose: () => void
}) {
  const formId = useId()
  const [withDuplicates, setWithDuplicates] = useState(false)
  const [date, setDate] = useState('')
  const [error, setError] = useState<string>()
  const [doubted, setDoubted] = useState<{ count: number }>()
  const alike = open.filter(({ duplicates }) => duplicates.length > 0)
  const chosen = open.filter(({ duplicates }) => withDuplicates || duplicates.length === 0).slice(0, MAX_DECISIONS)
  const dateless = chosen.filter(({ dueDate }) => dueDate === null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (decisions.isCreatingAll) return
    if (dateless.length > 0 && !isCalendarDate(date)) return setError('Due date is required')
    decisions.createAll(acceptancesOf(chosen, date), (left) => {
      if (left === 0) return onClose()
      setWithDuplicates(false)
      setDoubted({ count: left })
    })
  }
  const enterDate = (entered: string) => {
    setDate(entered)
    setError(undefined)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={520}
      title="Create requests"
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            disabled={chosen.length === 0}
            busy={decisions.isCreatingAll}
            busyLabel="Creating..."
          >
            Create {counted(chosen.length, 'request')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          {doubted && <NotCreatedNote doubted={doubted} />}
          <p>The document is attached to each of them, with the passage that it comes from.</p>
          {alike.length > 0 && (
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={withDuplicates}
                onChange={({ target }) => setWithDuplicates(target.checked)}
              />
              <span>
                Also create {counted(alike.length, 'proposal')} that may ask for the same as another:{' '}
                {alike.map(({ position }) => position).join(', ')}
              </span>
            </label>
          )}
          {dateless.length > 0 && (
            <DueDateField count={dateless.length} value={date} error={error} onChange={enterDate} />
          )}
        </form>
      </DialogBody>
    </Dialog>
  )
}

/** @param date due date of the proposals that have none */
function acceptancesOf(proposals: DocumentProposal[], date: string): ProposalDecisions['items'] {
  return proposals.map((proposal) => ({
    proposalId: proposal.id,
    decision: 'accept',
    ...acknowledgedDuplicates(proposal),
    ...(proposal.dueDate === null && { dueDate: date }),
  }))
}

/** @param doubted a new object for each answer, so that the note takes the focus again */
function NotCreatedNote({ doubted }: { doubted: { count: number } }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Moves the focus off the button, which may have nothing left to create.
    if (doubted.count > 0) note.current?.focus()
  }, [doubted])
  return (
    <div ref={note} tabIndex={-1}>
      <Note tone="amber" icon={Copy} role="alert" title={`${counted(doubted.count, 'proposal')} not created yet`}>
        Requests that may ask for the same have come in since the document was read.
      </Note>
    </div>
  )
}

interface DueDateFieldProps {
  /** number of proposals without a date */
  count: number
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function DueDateField({ count, value, error, onChange }: DueDateFieldProps) {
  return (
    <Field
      label="Due date"
      hint={`For the ${counted(count, 'proposal')} that the document gives no date for`}
      error={error}
      required
    >
      <DateInput value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}
