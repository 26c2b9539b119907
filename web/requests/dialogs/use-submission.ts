import { useMutation } from '@tanstack/react-query'
import { useRef, type FormEvent, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { NewRequest, type NewRequestWithFiles, type ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { forceSignOut } from '../../client/session.ts'
import { showRefusals } from '../../ui/errors/refusals.ts'
import { refusalsIn } from '../../ui/errors/words.ts'
import { toast } from '../../ui/toast.ts'
import { createRequest, prepareRequest, requestsChanged } from '../common/api.ts'
import type { RequestFiles } from './use-request-files.ts'
import { createFailure, type NewRequestForm } from '../common/new-request.ts'

const SIGN_IN_AGAIN_MS = 2000

interface Submission {
  form: UseFormReturn<NewRequestForm>
  element: RefObject<HTMLFormElement | null>
  /** the dialog has been closed meanwhile */
  gone: RefObject<boolean>
  /** null as soon as it is submitted again */
  onFailure: (text: string | null) => void
  /** @param uploadIds of its files */
  onCreated: (created: ServiceRequest, uploadIds: readonly string[]) => void
  /** reopens the dialog, for a person who wants to continue */
  onReopen: () => void
  files: Pick<RequestFiles, 'ready' | 'check'>
}

/** Submits the form, one submission at a time. A refusal is shown in the form, or in a toast if the dialog was closed. */
export function useSubmission({ form, element, gone, onFailure, onCreated, onReopen, files }: Submission) {
  const sending = useRef(false)
  const { mutate, isPending, isPaused } = useMutation({
    mutationFn: createRequest,
    onSuccess: (created, { body }) => {
      onCreated(created, body.uploadIds ?? [])
      requestsChanged()
    },
    onError: (error) => {
      const failed = createFailure(error)
      if (failed.kind === 'session-expired') {
        toast({ tone: 'bad', title: say('Session Expired'), description: say('Please log in again to continue') })
        return forceSignOut(undefined, SIGN_IN_AGAIN_MS)
      }
      if (refusalsIn(error).some(({ path }) => path.startsWith('uploadIds'))) files.check()
      if (gone.current) return sayNotCreated(failed.text, onReopen)
      onFailure(failed.text)
      showRefusals(form, error, element.current)
    },
    onSettled: () => {
      sending.current = false
    },
  })
  const send = async (typed: NewRequestForm) => {
    if (sending.current) return
    onFailure(null)
    const request = NewRequest.parse(typed)
    sending.current = true
    const outcome = await files.ready()
    if (Array.isArray(outcome)) return mutate(prepareRequest(withFiles(request, outcome)))
    sending.current = false
    if (outcome !== null) onFailure(outcome)
  }
  // An error before the call, in validation or in the browser, must not look like a button that does nothing.
  const submit = (event: FormEvent) => void form.handleSubmit(send)(event).catch(sayNotPrepared)
  return { submit, isPending, isPaused, sending }
}

function withFiles(request: NewRequest, uploadIds: string[]): NewRequestWithFiles {
  return uploadIds.length === 0 ? request : { ...request, uploadIds }
}

function sayNotCreated(description: string, onReopen: () => void): void {
  const links = [{ label: say('Continue'), onClick: onReopen }]
  toast({ tone: 'bad', title: say('Your request was not created'), description, links })
}

function sayNotPrepared(error: unknown): void {
  console.error(error)
  toast({
    tone: 'bad',
    title: say('Submission Error'),
    description: say('There was an error preparing your request. Please try again.'),
  })
}
