import { useMutation } from '@tanstack/react-query'
import type { ServiceRequest } from '../../shared/requests.ts'
import { ApiError } from '../api.ts'
import { toast } from '../ui/toast.ts'
import { cancelRequest, requestsChanged } from './api.ts'

/** Cancelling a request, after the browser's own question. */
export function useCancel() {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (id: string) => cancelRequest(id),
    onSuccess: ({ message }) => toast({ tone: 'good', title: 'Request Cancelled', description: message }),
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Error',
        description: (error instanceof ApiError && error.sentence) || 'Failed to cancel request',
      }),
    // Also after a refusal: whoever was told that it cannot be cancelled should see why.
    onSettled: requestsChanged,
  })
  const cancel = (request: Pick<ServiceRequest, 'id' | 'title'>) => {
    const question = `Are you sure you want to cancel request "${request.title}"? This action cannot be undone.`
    if (!isPending && window.confirm(question)) mutate(request.id)
  }
  return { cancel, cancelling: isPending, cancelled: isSuccess }
}
