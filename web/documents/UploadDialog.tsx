import { CircleAlert } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { OfflineNotice } from '../ui/errors/OfflineNotice.tsx'
import { ViewAsNotice } from '../ui/errors/ViewAsNotice.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { FormLocked } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import { useActor } from '../people/common/use-actor.ts'
import { FileBox } from './FileBox.tsx'
import { RequestChoice } from './RequestChoice.tsx'
import type { Uploader } from './uploader.ts'
import { useUploader } from './use-uploader.ts'
import { type Goal, type Target, useDelivery } from './use-delivery.ts'
import styles from './upload-dialog.module.css'

export interface UploadDialogProps {
  onClose: () => void
  /** opens the dialog again */
  onReopen: () => void
}

/** Upload Documentation: files, and their request or Document AI. */
export default function UploadDialog(props: UploadDialogProps) {
  const formId = useId()
  const heading = useRef<HTMLSpanElement>(null)
  const uploader = useUploader('upload-documentation')
  const [goal, setGoal] = useState<Goal>('attach')
  const [target, setTarget] = useState<Target | null>(null)
  const { deliver, cancel, isPending, problem } = useDelivery(uploader, props)
  const leave = () => {
    props.onClose()
    if (cancel()) discardWithUndo(uploader, props.onReopen)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deliver({ goal, target })
  }
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={
        <span ref={heading} tabIndex={-1}>
          Upload Documentation
        </span>
      }
      initialFocus={heading}
      footer={
        <>
          <span className="grow" />
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={isPending} busyLabel="Uploading...">
            {goal === 'attach' ? 'Attach to request' : 'Read documents'}
          </Button>
        </>
      }
    >
      <DialogBody>
        <OfflineNotice />
        <ViewAsNotice />
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          <FormLocked value={isPending}>
            <FileBox uploader={uploader} label="Files" />
            <Goals goal={goal} onGoal={setGoal} />
            {goal === 'attach' && <RequestChoice chosen={target} onChoose={setTarget} />}
          </FormLocked>
          <div role="alert">
            {problem && (
              <p className={styles.problem}>
                <Icon of={CircleAlert} size="s" />
                {problem}
              </p>
            )}
          </div>
        </form>
      </DialogBody>
    </Dialog>
  )
}

/** Without the permission for Document AI there is no choice. */
function Goals({ goal, onGoal }: { goal: Goal; onGoal: (goal: Goal) => void }) {
  const mayRead = useActor().permissions.has('ai.documents')
  if (!mayRead) return null
  const goals: [Goal, string, string][] = [
    ['attach', 'Attach to a request', 'The files appear on its Documents tab'],
    ['read', 'Read with Document AI', 'Requests are proposed from what the documents ask for'],
  ]
  return (
    <fieldset className={styles.goals}>
      <legend>Where do they belong?</legend>
      {goals.map(([value, label, hint]) => (
        <div key={value}>
          <label className="choice">
            <input
              type="radio"
              className="checkbox"
              name="goal"
              checked={goal === value}
              onChange={() => onGoal(value)}
              aria-describedby={`goal-${value}`}
            />
            {label}
          </label>
          <p className="text-12 muted" id={`goal-${value}`}>
            {hint}
          </p>
        </div>
      ))}
    </fieldset>
  )
}

function discardWithUndo(uploader: Uploader, onReopen: () => void): void {
  const uploads = uploader.kept()
  uploader.syncTo([])
  if (uploads.length === 0) return
  const undo = () => {
    uploader.syncTo(uploads)
    onReopen()
  }
  toast({ title: 'Upload discarded', links: [{ label: 'Undo', onClick: undo }] })
}
