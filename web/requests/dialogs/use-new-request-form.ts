import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useClassifiedDraft } from '../../ai/suggestions/use-classified-draft.ts'
import { useFormDraft } from '../drafts/drafts.ts'
import { useDismissDraftToast } from '../drafts/draft-kept-toast.ts'
import { CHECKED_ON_LEAVING } from '../../ui/errors/checked-on-leaving.ts'
import { useFirstWrongFocused } from '../../ui/errors/refusals.ts'
import { EMPTY_REQUEST, NEW_REQUEST_DRAFT, type NewRequestForm, checkNewRequest } from '../common/new-request.ts'
import { useRequestFiles } from './use-request-files.ts'

/** The empty form or its restored draft, with the AI's suggestion for it. */
export function useNewRequestForm() {
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<NewRequestForm, unknown, NewRequestForm>({
    resolver: checkNewRequest,
    defaultValues: EMPTY_REQUEST,
    ...CHECKED_ON_LEAVING,
    shouldFocusError: false,
  })
  useFirstWrongFocused(form, element)
  const draft = useFormDraft(form, NEW_REQUEST_DRAFT)
  useDismissDraftToast(NEW_REQUEST_DRAFT)
  // After the draft is restored: only then can the text be compared.
  const [classified, setClassified] = useClassifiedDraft(form)
  // Also after the draft, which names the files.
  const files = useRequestFiles(form)
  return { form, element, draft, classified, setClassified, files }
}
