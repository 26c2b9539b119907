import { RotateCcw } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { DraftState } from './draft-state.ts'
import { clockTime } from '../../ui/formats/dates.ts'
import { Icon } from '../../ui/Icon.tsx'
import { say, text } from '../../../shared/texts/say.ts'

/** Shown if the browser's storage is full or disabled. */
export const NOT_PERSISTED = text('Kept only while this window is open')

/** That the draft was restored, or when it was saved since. */
export function draftWords({ restored, isChanged }: DraftState, savedAt: number): string {
  return restored && !isChanged
    ? say('Draft restored')
    : say('Draft saved at {time}', { time: clockTime(new Date(savedAt).toISOString()) })
}

/** State of the draft; with Discard, if it was restored. */
export function DraftHint({ draft }: { draft: DraftState }) {
  const discard = ({ currentTarget: { form }, detail }: MouseEvent<HTMLButtonElement>) => {
    draft.discard()
    // The button goes away with the draft. Pressed by a key, it hands the focus to the form.
    if (detail === 0) form?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus()
  }
  if (draft.savedAt === null) return null
  if (!draft.isPersisted) return <span className="text-12 muted">{say(NOT_PERSISTED)}</span>
  if (draft.restored) {
    return (
      <span className="row text-12 soft" role="status">
        <Icon of={RotateCcw} size="s" />
        {draftWords(draft, draft.savedAt)}
        <button type="button" className="link-button" onClick={discard}>
          {say('Discard')}
        </button>
      </span>
    )
  }
  return <span className="text-12 muted">{draftWords(draft, draft.savedAt)}</span>
}
