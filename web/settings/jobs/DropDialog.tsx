import { useRef } from 'react'
import type { BackgroundJob } from '../../../shared/background-jobs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import type { JobChanges } from './use-job-changes.ts'
import { lossOf, nameOf } from './words.ts'

interface DropDialogProps {
  job: BackgroundJob
  changes: JobChanges
  onClose: () => void
}

/** Asks before a job is dropped, and says what is lost with it. */
export function DropDialog({ job, changes: { drop }, onClose }: DropDialogProps) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={520}
      title="Drop this job?"
      initialFocus={keep}
      footer={
        <>
          <span className="grow" />
          <Button ref={keep} onClick={onClose}>
            Keep it
          </Button>
          <Button
            look="danger"
            busy={drop.isPending}
            busyLabel="Dropping..."
            onClick={() => {
              if (!drop.isPending) drop.mutate(job.id)
            }}
          >
            Drop job
          </Button>
        </>
      }
    >
      <DialogBody>
        <div className="stack">
          <p>
            <b>{nameOf(job)}.</b> {lossOf(job)}
          </p>
          <p className="text-13 soft">
            {job.comesBack ? 'A job of this kind comes back by itself.' : 'A dropped job does not come back.'} Dropping
            it is recorded in the audit log.
          </p>
        </div>
      </DialogBody>
    </Dialog>
  )
}
