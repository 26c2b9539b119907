import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, type FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { sayNodes } from '../../ui/say-nodes.ts'
import { useIsSeeing } from '../../client/see-as.ts'
import { currentSession } from '../../client/session.ts'
import { discardDraft } from '../drafts/draft-store.ts'
import { DraftLine } from '../drafts/DraftLine.tsx'
import { useFormDraft } from '../drafts/drafts.ts'
import { toastDraftKept, useDismissDraftToast } from '../drafts/draft-kept-toast.ts'
import { CHECKED_ON_LEAVING } from '../../ui/errors/checked-on-leaving.ts'
import { OfflineNotice } from '../../ui/errors/OfflineNotice.tsx'
import { ViewAsNotice } from '../../ui/errors/ViewAsNotice.tsx'
import { showRefusals } from '../../ui/errors/refusals.ts'
import { DialogBody } from '../../ui/Dialog.tsx'
import { FormLocked } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { peopleOptions } from '../common/api.ts'
import { useOpenRequest } from '../common/use-open-request.ts'
import {
  type EditConflict,
  editDraftKey,
  EditFormSchema,
  type EditForm,
  formField,
  formOf,
  formPatch,
  reasonDraftKey,
  valuesOf,
} from './edit-form.ts'
import { Visitors } from '../presence/Visitors.tsx'
import { EditFields } from './EditFields.tsx'
import { FormDialog } from './FormDialog.tsx'
import { useSaveEdit } from './use-save-edit.ts'

interface EditRequestDialogProps {
  request: ServiceRequest
  onConflict: (conflict: EditConflict) => void
  onClose: () => void
}

/** The form of one edit: saved as a draft, submitted, or closed for later. */
function useEditForm({ request: { id, requestId }, request, onConflict, onClose }: EditRequestDialogProps) {
  const { edit } = useOpenRequest()
  const draftKey = editDraftKey(id)
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<EditForm>({
    resolver: zodResolver(EditFormSchema),
    defaultValues: formOf(request),
    ...CHECKED_ON_LEAVING,
  })
  const draft = useFormDraft(form, draftKey)
  useEffect(() => {
    const left = discardDraft(reasonDraftKey(id))
    if (typeof left?.value === 'string') form.setValue('reason', left.value, { shouldDirty: true })
  }, [form, id])
  const { isDirty } = form.formState
  useDismissDraftToast(draftKey)
  const { save, isSaving } = useSaveEdit(id, {
    onSaved: () => {
      draft.clear()
      // Undo may have restored it while this form was open.
      discardDraft(reasonDraftKey(id))
    },
    onConflict,
    onClose,
    onFailed: (error, gone) => {
      showRefusals(form, error, element.current, formField)
      return gone && currentSession() ? () => edit(id) : undefined
    },
  })
  const submit = (event: FormEvent) => {
    if (isSaving) return event.preventDefault()
    void form.handleSubmit((typed) =>
      save({ patch: formPatch(typed), base: typed.base, mine: valuesOf(typed), reason: typed.reason }),
    )(event)
  }
  const leave = () => {
    onClose()
    // If it is being saved, the answer will be reported in a toast.
    if (!isDirty || isSaving) return
    toastDraftKept([draftKey], {
      title: say('Your changes are kept as a draft'),
      description: say('{requestId} itself is unchanged.', { requestId }),
      reopen: { label: say('Continue editing'), onClick: () => edit(id) },
    })
  }
  return { form, element, draft, isDirty, isSaving, submit, leave }
}

export function EditRequestDialog(props: EditRequestDialogProps) {
  const { request } = props
  const { form, element, draft, isDirty, isSaving, submit, leave } = useEditForm(props)
  const people = useQuery(peopleOptions())
  const isSeeing = useIsSeeing()
  const formId = useId()
  const titleField = useRef<HTMLInputElement>(null)
  const outdated = form.getValues('base').version !== request.version
  return (
    <FormDialog
      formId={formId}
      title={sayNodes('Edit RFD Request {requestId}', {
        requestId: <span className="request-id">{request.requestId}</span>,
      })}
      actions={<Visitors requestId={request.id} activity="editing" />}
      initialFocus={titleField}
      draftLine={<DraftLine draft={draft} dirty={isDirty} />}
      onLeave={leave}
      submit={{ label: say('Update Request'), busyLabel: say('Updating...'), isBusy: isSaving }}
    >
      <DialogBody>
        <OfflineNotice />
        <ViewAsNotice />
        <form ref={element} id={formId} className="stack" noValidate onSubmit={submit}>
          {outdated && (
            <Note tone="amber">
              {say('This request has changed since you began your draft. When you save, you can choose what to keep.')}
            </Note>
          )}
          <FormLocked value={isSaving || isSeeing}>
            <EditFields form={form} request={request} people={people.data ?? []} titleField={titleField} />
          </FormLocked>
        </form>
      </DialogBody>
    </FormDialog>
  )
}
