import { CircleAlert } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import type { ServiceRequest } from '../../shared/requests.ts'
import { messageOf } from '../errors/words.ts'
import { OfflineNotice } from '../errors/OfflineNotice.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { FormLocked } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import { useActor } from '../vocabulary/use-actor.ts'
import { useOpenRequest } from '../vocabulary/use-open-request.ts'
import { attachUploads, readUploads } from './api.ts'
import { FileBox } from './FileBox.tsx'
import { unsentWords } from './progress-words.ts'
import { RequestChoice } from './RequestChoice.tsx'
import type { Uploader } from './uploader.ts'
import { useUploader } from './use-uploader.ts'
import styles from './upload-dialog.module.css'

type Goal = 'attach' | 'read'
type Target = Pick<ServiceRequest, 'id' | 'requestId' | 'title' | 'status'>

/** What is still missing before the files can be delivered. */
function problemIn(uploader: Uploader, goal: Goal, target: Target | null): string | null {
  const items = uploader.items.get()
  if (items.length === 0) return 'Choose at least one file.'
  const unsent = unsentWords(items)
  if (unsent !== null) return unsent
  return goal === 'attach' && target === null ? 'Choose the request that the files belong to.' : null
}

/** Delivers the files, once all of them have been uploaded. */
function useDelivery(uploader: Uploader, onClose: () => void) {
  const { open } = useOpenRequest()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const delivery = useMutation({
    mutationFn: async ({ goal, target }: { goal: Goal; target: Target | null }) => {
      await uploader.settled(new AbortController().signal)
      const found = problemIn(uploader, goal, target)
      if (found !== null) throw new Error(found)
      const ids = uploader.items.get().flatMap(({ id }) => id ?? [])
      if (goal === 'attach' && target) await attachUploads(target.id, ids)
      else await readUploads(ids)
      return { count: ids.length, target: goal === 'attach' ? target : null }
    },
    retry: false,
    onMutate: () => setProblem(null),
    onSuccess: ({ count, target }) => {
      uploader.forget()
      if (target === null) return void navigate('/dashboard?view=document-ai', { replace: true })
      onClose()
      const links = [{ label: `View ${target.requestId}`, onClick: () => open(target.id, 'documents') }]
      const description = `${count === 1 ? 'One file' : `${count} files`} attached to ${target.requestId}`
      toast({ tone: 'good', title: 'Documents attached', description, links })
    },
    onError: (error) => {
      uploader.check()
      setProblem(messageOf(error, error.message))
    },
  })
  return { delivery, problem }
}

/** Upload Documentation: files, and their request or Document AI. @param props.onReopen opens the dialog again */
export default function UploadDialog({ onClose, onReopen }: { onClose: () => void; onReopen: () => void }) {
  const formId = useId()
  const heading = useRef<HTMLSpanElement>(null)
  const uploader = useUploader('upload-documentation')
  const [goal, setGoal] = useState<Goal>('attach')
  const [target, setTarget] = useState<Target | null>(null)
  const { delivery, problem } = useDelivery(uploader, onClose)
  const leave = () => {
    onClose()
    if (!delivery.isPending) discardWithUndo(uploader, onReopen)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!delivery.isPending) delivery.mutate({ goal, target })
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
          <Button type="submit" form={formId} look="primary" busy={delivery.isPending} busyLabel="Uploading...">
            {goal === 'attach' ? 'Attach to request' : 'Read documents'}
          </Button>
        </>
      }
    >
      <DialogBody>
        <OfflineNotice />
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          <FormLocked value={delivery.isPending}>
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
