import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../ui/errors/words.ts'
import type { RequestPatch } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { toast } from '../../ui/toast.ts'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { conflictOf, editRequest, requestsChanged } from '../common/api.ts'
import { changesOf } from './edit-conflict.ts'
import type { EditConflict } from './edit-form.ts'

/** The PATCH to send, with what is needed to resolve a conflict. */
export interface Edit extends Omit<EditConflict, 'current'> {
  patch: RequestPatch
  /** what the person has to know of the result beyond its success */
  note?: string | undefined
}

interface SaveEdit {
  /** the edit is stored: its draft can be removed */
  onSaved: () => void
  /** another person saved first */
  onConflict: (conflict: EditConflict) => void
  onClose: () => void
  /** @param gone the form has unmounted. @returns a function that reopens the form with its text, if possible */
  onFailed?: (error: Error, gone: boolean) => (() => void) | undefined
}

/** Saves an edit and reports the result, even if the dialog has been closed meanwhile. */
export function useSaveEdit(id: string, { onSaved, onConflict, onClose, onFailed }: SaveEdit) {
  const gone = useIsUnmounted()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ patch }: Edit) => editRequest(id, patch),
    onSuccess: (_stored, { note }) => done(note),
    onError: (error, { base, mine, reason, note }) => {
      const current = conflictOf(error)
      // The answer to an earlier attempt was lost: the stored request already equals this edit.
      if (current && Object.keys(changesOf(mine, current)).length === 0) return done(note)
      if (current && !gone.current) return onConflict({ base, mine, reason, current })
      sayUpdateFailed(error, onFailed?.(error, gone.current))
    },
  })
  function done(note: string | undefined) {
    onSaved()
    toast({
      tone: 'good',
      title: say('Request Updated'),
      description: [say('The RFD request has been successfully updated.'), note ?? []].flat().join(' '),
    })
    requestsChanged()
    // Closing navigates back: twice would leave the page.
    if (!gone.current) onClose()
  }
  return { save: mutate, isSaving: isPending }
}

/** @param onContinue reopens the form, if it is closed */
function sayUpdateFailed(error: Error, onContinue: (() => void) | undefined): void {
  toast({
    tone: 'bad',
    title: say('Update Failed'),
    description: messageOf(error, error.message || say('Failed to update the request. Please try again.')),
    ...(onContinue && { links: [{ label: say('Continue editing'), onClick: onContinue }] }),
  })
}
