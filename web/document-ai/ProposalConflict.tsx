import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ProposalField } from '../../shared/document-proposals.ts'
import { dateWords } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { PriorityMark } from '../requests/common/badges.tsx'
import { DepartmentName } from '../people/common/DepartmentName.tsx'
import { fieldLabel } from '../requests/common/history-words.ts'
import type { Base } from './proposal-form.ts'
import styles from './document-ai.module.css'

interface ProposalConflictProps {
  /** as the other person saved it */
  theirs: Base
  disputed: readonly ProposalField[]
  onTake: (field: ProposalField) => void
}

function Value({ of, field }: { of: Base; field: ProposalField }) {
  switch (field) {
    case 'title':
    case 'description':
      return <bdi>{of[field]}</bdi>
    case 'department':
      return <DepartmentName of={of.department} />
    case 'priority':
      return <PriorityMark priority={of.priority} />
    case 'dueDate':
      return of.dueDate === null ? 'No due date' : dateWords(of.dueDate)
  }
}

/** Conflict note above the form: typed values stay; for each field that both changed, it offers the stored value. */
export function ProposalConflict({ theirs, disputed, onTake }: ProposalConflictProps) {
  const box = useRef<HTMLDivElement>(null)
  const { version } = theirs
  const left = disputed.length
  useEffect(() => {
    // The note is to be read first, and a pressed button unmounts with its field.
    if (version + left > 0) box.current?.focus()
  }, [version, left])
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="Changed by somebody else">
      <Note
        tone="amber"
        icon={TriangleAlert}
        role="alert"
        title="Somebody else changed this proposal while you were editing"
      >
        <p>
          {disputed.length === 0
            ? 'What they changed is in the form now, and what you typed is kept. Save again to keep both.'
            : 'What you typed is kept. Save again to keep yours, or use theirs:'}
        </p>
        {disputed.length > 0 && (
          <ul className={styles.theirs}>
            {disputed.map((field) => (
              <li key={field}>
                <span className="grow">
                  <b>{fieldLabel(field)}</b>: <Value of={theirs} field={field} />
                </span>
                <Button size="small" aria-label={`Use theirs: ${fieldLabel(field)}`} onClick={() => onTake(field)}>
                  Use theirs
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Note>
    </div>
  )
}
