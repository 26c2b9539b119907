import { isBlank } from '../../../shared/text-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { fullName } from '../../../shared/people.ts'
import { canCancel, STATUSES } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { sayNodes } from '../../ui/say-nodes.ts'
import { DraftLine } from '../drafts/DraftLine.tsx'
import { useDraft } from '../drafts/drafts.ts'
import { toastDraftKept, useDismissDraftToast } from '../drafts/draft-kept-toast.ts'
import { OfflineNotice } from '../../ui/errors/OfflineNotice.tsx'
import { ViewAsNotice } from '../../ui/errors/ViewAsNotice.tsx'
import { DialogBody } from '../../ui/Dialog.tsx'
import { FormLocked } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { requestOptions } from '../common/api.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { useCancel } from '../common/use-cancel.ts'
import { useOpenRequest } from '../common/use-open-request.ts'
import { reasonRefusal } from './edit-form.ts'
import { FormDialog } from './FormDialog.tsx'
import { MissingDialog } from './MissingDialog.tsx'
import { ReasonField } from './ReasonField.tsx'

const WIDTH = 520

interface ConfirmProps {
  request: ServiceRequest
  onClose: () => void
}

/** The typed reason, saved as a draft, and the cancellation. */
function useCancellation({ request: { id, requestId }, request, onClose }: ConfirmProps) {
  const actor = useActor()
  const draftKey = `cancel.${id}`
  const [reason, setReason, draft] = useDraft(draftKey)
  const [refusal, setRefusal] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const gone = useIsUnmounted()
  const { openCancelDialog } = useOpenRequest()
  const { cancelBecause, cancelling, cancelled } = useCancel(() => {
    draft.clear()
    if (!gone.current) onClose()
  })
  useDismissDraftToast(draftKey)
  const possible = cancelling || cancelled || canCancel(actor, request)
  const leave = () => {
    onClose()
    if (isBlank(reason) || cancelling) return
    toastDraftKept([draftKey], {
      title: say('Your reason is kept as a draft'),
      description: say('{requestId} has not been cancelled.', { requestId }),
      reopen: { label: say('Continue'), onClick: () => openCancelDialog(id) },
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cancelling || !possible) return
    const missing = reasonRefusal(reason)
    setRefusal(missing)
    if (missing !== undefined) return field.current?.focus()
    cancelBecause(id, reason.trim())
  }
  const type = (text: string) => {
    setReason(text)
    setRefusal(undefined)
  }
  return { reason, type, refusal, field, draft, possible, cancelling, submit, leave }
}

function ConfirmCancel(props: ConfirmProps) {
  const { request } = props
  const { reason, type, refusal, field, draft, possible, cancelling, submit, leave } = useCancellation(props)
  const formId = useId()
  return (
    <FormDialog
      formId={formId}
      width={WIDTH}
      title={sayNodes('Cancel request {requestId}', {
        requestId: <span className="request-id">{request.requestId}</span>,
      })}
      initialFocus={field}
      draftLine={<DraftLine draft={draft} dirty={reason !== ''} />}
      onLeave={leave}
      leaveLabel={possible ? say('Keep Request') : say('Close')}
      submit={
        possible
          ? { label: say('Cancel Request'), busyLabel: say('Cancelling...'), isBusy: cancelling, look: 'danger' }
          : null
      }
    >
      <DialogBody>
        <OfflineNotice />
        <ViewAsNotice />
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          {possible ? (
            <>
              <p>
                {sayNodes('{title} was requested by {name}. A cancelled request cannot be reopened.', {
                  title: <b dir="auto">{request.title}</b>,
                  name: fullName(request.requester) || say('somebody else'),
                })}
              </p>
              <FormLocked value={cancelling}>
                <ReasonField ref={field} value={reason} error={refusal} onChange={type} />
              </FormLocked>
            </>
          ) : (
            <Note tone="amber">
              {say('This request is {status} now, so it cannot be cancelled.', {
                status: STATUSES[request.status].toLowerCase(),
              })}
            </Note>
          )}
        </form>
      </DialogBody>
    </FormDialog>
  )
}

/** Asks a manager for the reason to cancel another person's request. One's own only needs a browser confirmation. */
export function CancelDialog({ id }: { id: string }) {
  const { closeCancel } = useOpenRequest()
  const request = useQuery(requestOptions(id))
  if (request.data) return <ConfirmCancel request={request.data} onClose={closeCancel} />
  return <MissingDialog query={request} width={WIDTH} title={say('Cancel request')} onClose={closeCancel} />
}
