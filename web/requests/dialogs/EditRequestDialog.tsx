import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { discardWithUndo } from '../../drafts/discard.ts'
import { useFormDraft } from '../../drafts/drafts.ts'
import { currentSession } from '../../client/session.ts'
import { showRefusals } from '../../errors/refusals.ts'
import { messageOf } from '../../errors/words.ts'
import { OfflineNotice } from '../../errors/OfflineNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { FormLocked } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { dismissToastsAbout, toast } from '../../ui/toast.ts'
import { conflictOf, editRequest, peopleOptions, requestsChanged } from '../../vocabulary/api.ts'
import { changesOf } from './edit-conflict.ts'
import { DraftLine } from '../../drafts/DraftLine.tsx'
import {
  type Clash,
  editDraftKey,
  EditFormSchema,
  type EditForm,
  formField,
  formOf,
  formPatch,
  valuesOf,
} from './edit-form.ts'
import { EditFields } from './EditFields.tsx'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { useOpenRequest } from '../../vocabulary/use-open-request.ts'

export function saidUpdated(): void {
  toast({
    tone: 'good',
    title: 'Request Updated',
    description: 'The RFD request has been successfully updated.',
  })
}

/** @param onContinue opens the form again, when it is closed */
export function sayUpdateFailed(error: Error, onContinue?: () => void): void {
  toast({
    tone: 'bad',
    title: 'Update Failed',
    description: messageOf(error, error.message || 'Failed to update the request. Please try again.'),
    ...(onContinue && { links: [{ label: 'Continue editing', onClick: onContinue }] }),
  })
}

interface EditRequestDialogProps {
  request: ServiceRequest
  onClash: (clash: Clash) => void
  onClose: () => void
}

export function EditRequestDialog({ request, onClash, onClose }: EditRequestDialogProps) {
  const { edit } = useOpenRequest()
  const { requestId } = request
  const people = useQuery(peopleOptions())
  const formId = useId()
  const titleField = useRef<HTMLInputElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const gone = useIsUnmounted()
  const form = useForm<EditForm>({
    resolver: zodResolver(EditFormSchema),
    defaultValues: formOf(request),
    mode: 'onTouched',
  })
  const draft = useFormDraft(form, editDraftKey(request.id))
  const { isDirty } = form.formState
  useEffect(() => dismissToastsAbout(editDraftKey(request.id)), [request.id])

  const { mutate, isPending } = useMutation({
    mutationFn: (typed: EditForm) => editRequest(request.id, formPatch(typed)),
    onSuccess: () => done(),
    onError: (error, typed) => {
      const current = conflictOf(error)
      const mine = valuesOf(typed)
      // The answer to an earlier try was lost on its way: what is stored is already this edit.
      if (current && Object.keys(changesOf(mine, current)).length === 0) return done()
      if (current && !gone.current) return onClash({ base: typed.base, mine, reason: typed.reason, current })
      showRefusals(form, error, element.current, formField)
      sayUpdateFailed(error, gone.current && currentSession() ? () => edit(request.id) : undefined)
    },
  })
  function done() {
    draft.clear()
    saidUpdated()
    requestsChanged()
    // Closing goes back: done twice it would leave the page.
    if (!gone.current) onClose()
  }
  const leave = () => {
    onClose()
    // While it is being saved, its answer tells how it went.
    if (!isDirty || isPending) return
    sayKept(request, () => edit(request.id))
  }
  const outdated = form.getValues('base').version !== request.version

  return (
    <Dialog
      open
      onOpenChange={leave}
      title={
        <>
          Edit RFD Request <span className="rid">{requestId}</span>
        </>
      }
      initialFocus={titleField}
      footer={
        <>
          <DraftLine draft={draft} dirty={isDirty} />
          <span className="grow" />
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={isPending} busyLabel="Updating...">
            Update Request
          </Button>
        </>
      }
    >
      <DialogBody>
        <OfflineNotice />
        <form
          ref={element}
          id={formId}
          className="stack"
          noValidate
          onSubmit={(event) => {
            if (isPending) event.preventDefault()
            else void form.handleSubmit((typed) => mutate(typed))(event)
          }}
        >
          {outdated && (
            <Note tone="amber">
              This request has changed since you began your draft. When you save, you can choose what to keep.
            </Note>
          )}
          <FormLocked value={isPending}>
            <EditFields form={form} request={request} people={people.data ?? []} titleField={titleField} />
          </FormLocked>
        </form>
      </DialogBody>
    </Dialog>
  )
}

function sayKept({ id, requestId }: ServiceRequest, onContinue: () => void): void {
  toast({
    about: editDraftKey(id),
    title: 'Your changes are kept as a draft',
    description: `${requestId} itself is unchanged.`,
    links: [
      { label: 'Continue editing', onClick: onContinue },
      { label: 'Discard', onClick: () => discardWithUndo(editDraftKey(id)) },
    ],
  })
}
