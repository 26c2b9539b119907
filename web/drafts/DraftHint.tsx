import { RotateCcw } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { DraftState } from './drafts.ts'
import { clockTime } from '../formats/dates.ts'
import { Icon } from '../ui/Icon.tsx'

/** Shown if the browser's storage is full or disabled. */
export const NOT_PERSISTED = 'Kept only while this window is open'

/** "Draft restored" with Discard, or the time of the last save. */
export function DraftHint({ draft }: { draft: DraftState }) {
  const discard = ({ currentTarget: { form }, detail }: MouseEvent<HTMLButtonElement>) => {
    draft.discard()
    // The button goes away with the draft. Pressed by a key, it hands the focus to the form.
    if (detail === 0) form?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus()
  }
  if (draft.savedAt !== null && !draft.isPersisted) return <span className="text-12 muted">{NOT_PERSISTED}</span>
  if (draft.restored) {
    return (
      <span className="row text-12 soft" role="status">
        <Icon of={RotateCcw} size="s" />
        Draft restored
        <button type="button" className="link-button" onClick={discard}>
          Discard
        </button>
      </span>
    )
  }
  if (draft.savedAt === null) return null
  return <span className="text-12 muted">Draft saved at {clockTime(new Date(draft.savedAt).toISOString())}</span>
}
