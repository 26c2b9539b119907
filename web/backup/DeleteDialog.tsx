import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'

interface DeleteDialogProps {
  /** when the backup was taken, in words */
  taken: string
  /** where it is; null: in the folder on the server */
  bucket: string | null
  isDeleting: boolean
  onDelete: () => void
  onClose: () => void
}

/** Asks before a backup is deleted. */
export function DeleteDialog({ taken, bucket, isDeleting, onDelete, onClose }: DeleteDialogProps) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={480}
      title="Delete this backup?"
      initialFocus={keep}
      footer={
        <>
          <span className="grow" />
          <Button ref={keep} onClick={onClose}>
            Keep it
          </Button>
          <Button look="danger" busy={isDeleting} busyLabel="Deleting..." onClick={onDelete}>
            Delete backup
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>
          The backup of {taken} is removed from {bucket ?? 'the server'}. Copies elsewhere stay.
        </p>
      </DialogBody>
    </Dialog>
  )
}
