import { useRef, useState } from 'react'
import { asksForReason } from '../../../shared/request-rules.ts'
import type { PersonName } from '../../../shared/users.ts'
import { listed } from '../../../shared/wording.ts'
import { say } from '../../../shared/texts/say.ts'
import { discardDraft, readDraft } from '../drafts/draft-store.ts'
import { useDraft } from '../drafts/drafts.ts'
import { toastDraftKept } from '../drafts/draft-kept-toast.ts'
import { requestsChanged } from '../common/api.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { useOpenRequest } from '../common/use-open-request.ts'
import {
  type Difference,
  differences,
  EDITED_FIELDS,
  type EditedField,
  editedValues,
  mixed,
  type Side,
} from '../dialogs/edit-conflict.ts'
import { type EditConflict, editDraftKey, patchOf, reasonDraftKey, reasonRefusal } from '../dialogs/edit-form.ts'
import { useSaveEdit } from '../dialogs/use-save-edit.ts'
import type { Choices } from './ConflictTable.tsx'

export interface ConflictDialogProps {
  conflict: EditConflict
  /** the request changed again while this conflict was being resolved */
  onConflict: (conflict: EditConflict) => void
  onClose: () => void
}

function choose(differences: Difference[], side: (difference: Difference) => Side): Choices {
  return Object.fromEntries(differences.map((difference) => [difference.field, side(difference)]))
}

/** Names the fields in which mine are not possible, so that "all of mine" left the other person's values. */
function theirsKept(differences: Difference[], owner: PersonName | null): string | undefined {
  const refused = differences.filter(({ mineAllowed }) => !mineAllowed).map(({ field }) => field)
  const labels = EDITED_FIELDS.filter(({ wire }) => refused.includes(wire)).map(({ label }) => label)
  return labels.length === 0
    ? undefined
    : `${owner?.firstName ?? 'The other person'}’s value is kept for ${listed(labels.map((label) => say(label)))}.`
}

/** The reason for the chosen status, saved as a draft while it is typed. */
function useReason(id: string, typedBefore: string) {
  // The form's own draft is idle while this dialog is open, so this text has its own draft.
  const draftKey = reasonDraftKey(id)
  const [stored, keep, draft] = useDraft(draftKey)
  const [text, setText] = useState(stored || typedBefore)
  const [refusal, setRefusal] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  return {
    draftKey,
    text,
    refusal,
    field,
    type: (next: string) => {
      setText(next)
      keep(next)
      setRefusal(undefined)
    },
    /** @returns whether the reason is valid, or not required */
    check: (isAsked: boolean): boolean => {
      const missing = isAsked ? reasonRefusal(text) : undefined
      setRefusal(missing)
      // Deferred until the field is rendered, which the choice may have added.
      if (missing !== undefined) setTimeout(() => field.current?.focus())
      return missing === undefined
    },
    clear: draft.clear,
  }
}

/** Two edits of one request: their differences, the choice for each field, and saving it. */
export function useResolution({
  conflict: { base, mine, current, ...conflict },
  onConflict,
  onClose,
}: ConflictDialogProps) {
  const theirs = editedValues(current)
  const found = differences(base, mine, theirs, useActor().permissions)
  const [choices, setChoices] = useState(() => choose(found, ({ proposed }) => proposed))
  const { field: reasonField, ...reason } = useReason(current.id, conflict.reason)
  const { edit } = useOpenRequest()
  const draftKey = editDraftKey(current.id)
  const draftText = () => JSON.stringify(readDraft(draftKey)?.value)
  const sentDraft = useRef<string>(undefined)
  const { save, isSaving } = useSaveEdit(current.id, {
    onSaved: () => {
      // If this dialog was closed and the form reopened meanwhile, a draft edited since then is not what was saved.
      if (draftText() === sentDraft.current) discardDraft(draftKey)
      reason.clear()
    },
    onConflict,
    onClose,
  })
  const isReasonAsked = (choices: Choices) => asksForReason(theirs.status, mixed(mine, theirs, choices).status)
  const saveChoice = (choices: Choices, note?: string) => {
    if (!reason.check(isReasonAsked(choices))) return
    const mix = mixed(mine, theirs, choices)
    sentDraft.current = draftText()
    save({
      patch: patchOf(mix, current, reason.text),
      base: { ...theirs, version: current.version },
      mine: mix,
      reason: reason.text,
      note,
    })
  }
  return {
    found,
    choices,
    choose: (field: EditedField, side: Side) => setChoices({ ...choices, [field]: side }),
    reason,
    reasonField,
    isReasonAsked: isReasonAsked(choices),
    isSaving,
    saveMix: () => saveChoice(choices),
    saveMine: () => {
      const all = choose(found, ({ mineAllowed }) => (mineAllowed ? 'mine' : 'theirs'))
      setChoices(all)
      saveChoice(all, theirsKept(found, current.changedBy))
    },
    leave: (title: string) => {
      requestsChanged()
      onClose()
      // If it is being saved, the answer will be reported in a toast.
      if (isSaving) return
      toastDraftKept([draftKey, reason.draftKey], {
        title,
        description: 'Your text is kept as a draft.',
        reopen: { label: 'Show my text', onClick: () => edit(current.id) },
      })
    },
  }
}
