import { useMutation } from '@tanstack/react-query'
import type { ServiceRequest } from '../../shared/requests.ts'
import { ApiError } from '../client/api.ts'
import { toast } from '../ui/toast.ts'
import { cancelRequest, requestsChanged } from './api.ts'
import { useActor } from './use-actor.ts'
import { useOpenRequest } from './use-open-request.ts'

/**
 * Cancelling a request: one's own after the browser's question, another's after a dialog that asks why.
 * @param onDone called once it is cancelled, also when what asked for it has left the screen
 */
export function useCancel(onDone?: () => void) {
  const actor = useActor()
  const { askToCancel } = useOpenRequest()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ id, reason }: { id: string; reason?: string }) => cancelRequest(id, reason),
    onSuccess: ({ message }) => {
      toast({ tone: 'good', title: 'Request Cancelled', description: message })
      onDone?.()
    },
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Error',
        description: (error instanceof ApiError && error.sentence) || 'Failed to cancel request',
      }),
    // Also after a refusal: whoever was told that it cannot be cancelled should see why.
    onSettled: requestsChanged,
  })
  const cancel = (request: Pick<ServiceRequest, 'id' | 'title' | 'requesterId'>) => {
    if (isPending) return
    if (request.requesterId !== actor.id) return askToCancel(request.id)
    const question = `Are you sure you want to cancel request "${request.title}"? This action cannot be undone.`
    if (window.confirm(question)) mutate({ id: request.id })
  }
  return {
    cancel,
    cancelBecause: (id: string, reason: string) => mutate({ id, reason }),
    cancelling: isPending,
    cancelled: isSuccess,
  }
}
