import { CircleCheck, TriangleAlert } from 'lucide-react'
import { readDiscarded, restoreDiscarded } from './discarded-drafts.ts'
import type { DraftState } from './draft-state.ts'
import { draftWords, NOT_PERSISTED } from './DraftHint.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './draft-line.module.css'
import { say } from '../../../shared/texts/say.ts'

interface DraftLineProps {
  draft: DraftState
  dirty: boolean
  /** Draft key, for a form that also offers to restore the text last discarded. */
  restoring?: string
}

/** The line at the foot of a form: whether the draft was saved or restored, and Discard. */
export function DraftLine({ draft, dirty, restoring }: DraftLineProps) {
  if (restoring && !dirty) return <Discarded draftKey={restoring} />
  if (draft.savedAt === null || !dirty) return null
  return (
    <span className={styles.line} role="status">
      <Icon of={draft.isPersisted ? CircleCheck : TriangleAlert} size="s" />
      {draft.isPersisted ? draftWords(draft, draft.savedAt) : say(NOT_PERSISTED)}
      <button type="button" className="link-button" onClick={draft.discard}>
        {say('Discard')}
      </button>
    </span>
  )
}

/** For text typed beside a form while the form's own draft is idle. */
export function TextKept() {
  return (
    <span className={styles.line}>
      <Icon of={CircleCheck} size="s" />
      {say('Your text is kept as a draft')}
    </span>
  )
}

function Discarded({ draftKey }: { draftKey: string }) {
  const discarded = readDiscarded(draftKey)
  if (!discarded) return null
  return (
    <span className={styles.line}>
      <button type="button" className="link-button" onClick={() => restoreDiscarded(draftKey)}>
        {say('Restore discarded text')}
      </button>
    </span>
  )
}
