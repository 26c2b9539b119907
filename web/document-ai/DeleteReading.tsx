import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reading } from '../../shared/document-ai.ts'
import { OfflineNotice } from '../ui/errors/OfflineNotice.tsx'
import { messageOf } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useIsUnmounted } from '../ui/use-is-unmounted.ts'
import { deleteReading, readingDeleted } from './api.ts'
import { DOCUMENT_AI } from './paths.ts'

/** The delete button with its confirmation. */
export function DeleteReading({ reading }: { reading: Reading }) {
  const [isAsked, setAsked] = useState(false)
  const gone = useIsUnmounted()
  return (
    <>
      <Button icon={Trash2} onClick={() => setAsked(true)}>
        Delete
      </Button>
      {isAsked && <ConfirmDeleteReading reading={reading} gone={gone} onClose={() => setAsked(false)} />}
    </>
  )
}

interface ConfirmProps {
  reading: Reading
  /** whether the page of the reading has been left */
  gone: RefObject<boolean>
  onClose: () => void
}

function ConfirmDeleteReading({ reading, gone, onClose }: ConfirmProps) {
  const navigate = useNavigate()
  const keep = useRef<HTMLButtonElement>(null)
  const { name, request } = reading.document
  const remove = useMutation({
    mutationFn: () => deleteReading(reading.id),
    onSuccess: () => {
      toast({ title: 'Deleted', description: name, tone: 'good' })
      void (gone.current ? readingDeleted() : navigate(DOCUMENT_AI))
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={520}
      title="Delete what was read?"
      initialFocus={keep}
      footer={
        <>
          <span className="grow" />
          <Button ref={keep} onClick={onClose}>
            Keep it
          </Button>
          <Button look="danger" busy={remove.isPending} busyLabel="Deleting..." onClick={() => remove.mutate()}>
            Delete
          </Button>
        </>
      }
    >
      <DialogBody>
        <OfflineNotice />
        <div className="stack">
          <p>
            The proposals and what was found in <bdi>{name}</bdi> are deleted. Requests that were created from it stay.
          </p>
          <p>{request ? `The document stays attached to ${request.requestId}.` : 'The document is deleted with it.'}</p>
          {remove.error && <p role="alert">{messageOf(remove.error, 'Nothing was deleted.')}</p>}
          <p className="text-12 muted">Deleting is recorded in the audit log and cannot be undone.</p>
        </div>
      </DialogBody>
    </Dialog>
  )
}
