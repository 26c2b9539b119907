import { useIsMutating } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { fullName } from '../../../shared/people.ts'
import type { Person } from '../../../shared/team.ts'
import { withParam } from '../../client/address.ts'
import { readDraft } from '../../requests/drafts/draft-store.ts'
import { toastDraftKept } from '../../requests/drafts/draft-kept-toast.ts'
import { personDraftKey, savePersonKey } from './person-form.ts'

const PAGE = '/team/users'

/** Closes the dialog; a text that was typed into it is kept, and a toast leads back to it. */
export function useLeavePerson(id: string, person: Person | undefined, onClose: () => void) {
  const navigate = useNavigate()
  const isSaving = useIsMutating({ mutationKey: savePersonKey(id) }) > 0
  const draftKey = personDraftKey(id)
  const reopen = () => {
    // The toast may be pressed on another page.
    const { pathname, search } = window.location
    const list = new URLSearchParams(pathname === PAGE ? search : '')
    void navigate({ pathname: PAGE, search: String(withParam(list, 'person', id)) })
  }
  // What was typed in the last moment is not stored as a draft yet.
  const isDirty = useRef(false)
  const leave = () => {
    onClose()
    // If it is being saved, the answer will be reported in a toast.
    if (!person || isSaving || !(isDirty.current || readDraft(draftKey))) return
    toastDraftKept([draftKey], {
      title: 'Your changes are kept as a draft',
      description: `The account of ${fullName(person)} is unchanged.`,
      reopen: { label: 'Continue editing', onClick: reopen },
    })
  }
  return { isDirty, leave }
}
