import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { fullName } from '../../../shared/people.ts'
import { canCancel, STATUSES } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { discardWithUndo } from '../../drafts/discard.ts'
import { useDraft } from '../../drafts/drafts.ts'
import { OfflineNotice } from '../../errors/OfflineNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { FormLocked } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { dismissToastsAbout, toast } from '../../ui/toast.ts'
import { requestOptions } from '../../vocabulary/api.ts'
import { DraftLine } from '../../drafts/DraftLine.tsx'
import { reasonRefusal } from './edit-form.ts'
import { ReasonField } from './ReasonField.tsx'
import { RequestMissing } from '../../vocabulary/RequestMissing.tsx'
import { useActor } from '../../vocabulary/use-actor.ts'
import { useCancel } from '../../vocabulary/use-cancel.ts'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { useOpenRequest } from '../../vocabulary/use-open-request.ts'

const WIDTH = 520

function Asking({ request, onClose }: { request: ServiceRequest; onClose: () => void }) {
  const actor = useActor()
  const draftKey = `cancel.${request.id}`
  const [reason, setReason, draft] = useDraft(draftKey)
  const [refusal, setRefusal] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const gone = useIsUnmounted()
  const formId = useId()
  const { askToCancel } = useOpenRequest()
  const { cancelBecause, cancelling, cancelled } = useCancel(() => {
    draft.clear()
    if (!gone.current) onClose()
  })
  useEffect(() => dismissToastsAbout(draftKey), [draftKey])
  const possible = cancelling || cancelled || canCancel(actor, request)
  const leave = () => {
    onClose()
    if (reason.trim() === '' || cancelling) return
    toast({
      about: draftKey,
      title: 'Your reason is kept as a draft',
      description: `${request.requestId} has not been cancelled.`,
      links: [
        { label: 'Continue', onClick: () => askToCancel(request.id) },
        { label: 'Discard', onClick: () => discardWithUndo(draftKey) },
      ],
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cancelling || !possible) return
    const missing = reasonRefusal(reason)
    setRefusal(missing)
    if (missing !== undefined) return field.current?.focus()
    cancelBecause(request.id, reason.trim())
  }
  return (
    <Dialog
      open
      onOpenChange={leave}
      width={WIDTH}
      title={
        <>
          Cancel request <span className="rid">{request.requestId}</span>
        </>
      }
      initialFocus={field}
      footer={
        <>
          <DraftLine draft={draft} dirty={reason !== ''} />
          <span className="grow" />
          <Button onClick={leave}>{possible ? 'Keep Request' : 'Close'}</Button>
          {possible && (
            <Button type="submit" form={formId} look="danger" busy={cancelling} busyLabel="Cancelling...">
              Cancel Request
            </Button>
          )}
        </>
      }
    >
      <DialogBody>
        <OfflineNotice />
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          {possible ? (
            <>
              <p>
                <b dir="auto">{request.title}</b> was requested by {fullName(request.requester) || 'somebody else'}. A
                cancelled request cannot be reopened.
              </p>
              <FormLocked value={cancelling}>
                <ReasonField
                  ref={field}
                  value={reason}
                  error={refusal}
                  onChange={(text) => {
                    setReason(text)
                    setRefusal(undefined)
                  }}
                />
              </FormLocked>
            </>
          ) : (
            <Note tone="amber">
              This request is {STATUSES[request.status].toLowerCase()} now, so it cannot be cancelled.
            </Note>
          )}
        </form>
      </DialogBody>
    </Dialog>
  )
}

/** Asks a manager why somebody else's request is to be cancelled. A person's own is asked about by the browser. */
export function CancelDialog({ id }: { id: string }) {
  const { closeCancel } = useOpenRequest()
  const request = useQuery(requestOptions(id))
  if (request.data) return <Asking request={request.data} onClose={closeCancel} />
  return (
    <Dialog
      open
      onOpenChange={closeCancel}
      width={WIDTH}
      title="Cancel request"
      footer={
        <>
          <span className="grow" />
          <Button onClick={closeCancel}>Close</Button>
        </>
      }
    >
      <DialogBody>
        <RequestMissing query={request} />
      </DialogBody>
    </Dialog>
  )
}
