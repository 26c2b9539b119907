import { CircleAlert } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import type { ServiceRequest } from '../../shared/requests.ts'
import { messageOf } from '../errors/words.ts'
import { OfflineNotice } from '../errors/OfflineNotice.tsx'
import { ViewAsNotice } from '../errors/ViewAsNotice.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { FormLocked } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import { useIsUnmounted } from '../ui/use-is-unmounted.ts'
import { useActor } from '../vocabulary/use-actor.ts'
import { useOpenRequest } from '../vocabulary/use-open-request.ts'
import { attachUploads, readUploads } from './api.ts'
import { FileBox } from './FileBox.tsx'
import { unsentWords } from './progress-words.ts'
import { RequestChoice } from './RequestChoice.tsx'
import type { Uploader } from './uploader.ts'
import { useUploader } from './use-uploader.ts'
import styles from './upload-dialog.module.css'

/** Written out: its folder imports this one. */
const DOCUMENT_AI = '/dashboard?view=document-ai'

type Goal = 'attach' | 'read'
type Target = Pick<ServiceRequest, 'id' | 'requestId' | 'title' | 'status'>

export interface UploadDialogProps {
  onClose: () => void
  /** opens the dialog again */
  onReopen: () => void
}

interface Delivery {
  goal: Goal
  target: Target | null
  /** aborted when the person cancels while the files are still being uploaded */
  signal: AbortSignal
}

/** What is still missing before the files can be delivered. */
function problemIn(uploader: Uploader, goal: Goal, target: Target | null): string | null {
  const items = uploader.items.get()
  if (items.length === 0) return 'Choose at least one file.'
  const unsent = unsentWords(items)
  if (unsent !== null) return unsent
  return goal === 'attach' && target === null ? 'Choose the request that the files belong to.' : null
}

/** Delivers the files, once all of them have been uploaded. */
function useDelivery(uploader: Uploader, { onClose, onReopen }: UploadDialogProps) {
  const { open } = useOpenRequest()
  const navigate = useNavigate()
  const gone = useIsUnmounted()
  const [problem, setProblem] = useState<string | null>(null)
  const wait = useRef<AbortController>(undefined)
  const isSending = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ goal, target, signal }: Delivery) => {
      await uploader.settled(signal)
      if (signal.aborted) return null
      const found = problemIn(uploader, goal, target)
      if (found !== null) throw new Error(found)
      const ids = uploader.items.get().flatMap(({ id }) => id ?? [])
      isSending.current = true
      if (goal === 'attach' && target) await attachUploads(target.id, ids)
      else await readUploads(ids)
      return { ids, target: goal === 'attach' ? target : null }
    },
    retry: false,
    onMutate: () => setProblem(null),
    onSuccess: (delivered) => {
      if (!delivered) return
      const { ids, target } = delivered
      uploader.forget(ids)
      if (target === null) {
        if (!gone.current) return void navigate(DOCUMENT_AI, { replace: true })
        const onView = () => void navigate(DOCUMENT_AI)
        return void toast({ title: 'Documents are being read', links: [{ label: 'View', onClick: onView }] })
      }
      if (!gone.current) onClose()
      const links = [{ label: `View ${target.requestId}`, onClick: () => open(target.id, 'documents') }]
      const description = `${ids.length === 1 ? 'One file' : `${ids.length} files`} attached to ${target.requestId}`
      toast({ tone: 'good', title: 'Documents attached', description, links })
    },
    onError: (error, { goal }) => {
      uploader.check()
      const why = messageOf(error, error.message)
      if (!gone.current) return setProblem(why)
      const title = goal === 'attach' ? 'Documents not attached' : 'Documents not read'
      toast({ tone: 'bad', title, description: why, links: [{ label: 'Continue', onClick: onReopen }] })
    },
    onSettled: () => {
      isSending.current = false
    },
  })
  const deliver = (wanted: Pick<Delivery, 'goal' | 'target'>) => {
    if (isPending) return
    const { signal } = (wait.current = new AbortController())
    mutate({ ...wanted, signal })
  }
  /** @returns false if it is too late: the files are being delivered, and a toast will report it */
  const cancel = () => {
    if (isSending.current) return false
    wait.current?.abort()
    return true
  }
  return { deliver, cancel, isPending, problem }
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
  const kept = uploader.kept()
  uploader.syncTo([])
  if (kept.length === 0) return
  const undo = () => {
    uploader.syncTo(kept)
    onReopen()
  }
  toast({ title: 'Upload discarded', links: [{ label: 'Undo', onClick: undo }] })
}
