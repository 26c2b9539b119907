import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ServiceRequest } from '../../shared/requests.ts'
import { messageOf } from '../ui/errors/words.ts'
import { toast } from '../ui/toast.ts'
import { useIsUnmounted } from '../ui/use-is-unmounted.ts'
import { useOpenRequest } from '../requests/common/use-open-request.ts'
import { attachUploads, readUploads } from './api.ts'
import { unsentWords } from './progress-words.ts'
import type { Uploader } from './uploader.ts'
import type { UploadDialogProps } from './UploadDialog.tsx'

/** Written out: its folder imports this one. */
const DOCUMENT_AI = '/dashboard?view=document-ai'

export type Goal = 'attach' | 'read'
export type Target = Pick<ServiceRequest, 'id' | 'requestId' | 'title' | 'status'>

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
export function useDelivery(uploader: Uploader, { onClose, onReopen }: UploadDialogProps) {
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
      const problem = problemIn(uploader, goal, target)
      if (problem !== null) throw new Error(problem)
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
  const deliver = (delivery: Pick<Delivery, 'goal' | 'target'>) => {
    if (isPending) return
    const { signal } = (wait.current = new AbortController())
    mutate({ ...delivery, signal })
  }
  /** @returns false if it is too late: the files are being delivered, and a toast will report it */
  const cancel = () => {
    if (isSending.current) return false
    wait.current?.abort()
    return true
  }
  return { deliver, cancel, isPending, problem }
}
