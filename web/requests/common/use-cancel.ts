import { useMutation } from '@tanstack/react-query'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { ApiError } from '../../client/api-error.ts'
import { toast } from '../../ui/toast.ts'
import { cancelRequest, requestsChanged } from './api.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { useOpenRequest } from './use-open-request.ts'

/** The error field of the server's answer, which a proxy's answer lacks. */
function errorIn(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const message = (error.body as { error?: unknown } | null)?.error
  return typeof message === 'string' ? message : undefined
}

/**
 * Cancels a request: one's own after a browser confirmation, another person's after a dialog that asks for a reason.
 * @param onDone called once it is cancelled, even if the calling component has unmounted
 */
export function useCancel(onDone?: () => void) {
  const actor = useActor()
  const { openCancelDialog } = useOpenRequest()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ id, reason }: { id: string; reason?: string }) => cancelRequest(id, reason),
    onSuccess: ({ message }) => {
      toast({ tone: 'good', title: say('Request Cancelled'), description: message })
      onDone?.()
    },
    onError: (error) =>
      toast({ tone: 'bad', title: say('Error'), description: errorIn(error) || say('Failed to cancel request') }),
    // Also after a refusal, so that the page shows why the request cannot be cancelled.
    onSettled: requestsChanged,
  })
  const cancel = (request: Pick<ServiceRequest, 'id' | 'title' | 'requesterId'>) => {
    if (isPending) return
    if (request.requesterId !== actor.id) return openCancelDialog(request.id)
    const question = say('Are you sure you want to cancel request "{title}"? This action cannot be undone.', {
      title: request.title,
    })
    if (window.confirm(question)) mutate({ id: request.id })
  }
  return {
    cancel,
    cancelBecause: (id: string, reason: string) => mutate({ id, reason }),
    cancelling: isPending,
    cancelled: isSuccess,
  }
}
