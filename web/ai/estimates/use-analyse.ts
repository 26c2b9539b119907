import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { analysisKey, predictTime } from '../suggestions/api.ts'
import { useOneAtATime } from '../suggestions/one-at-a-time.ts'

/** Runs analyses of one request. A failure is logged and said in the panel, without a toast. */
export function useAnalyse({ id, title, description, priority, department }: ServiceRequest, onStored: () => void) {
  const client = useQueryClient()
  const mutationKey = ['predict-time', id]
  const { mutate, error } = useMutation({
    mutationKey,
    mutationFn: (_: void, attempt) => predictTime({ title, description, priority, department, requestId: id }, attempt),
    onSuccess: () => {
      onStored()
      return client.invalidateQueries({ queryKey: analysisKey(id) })
    },
    onError: (failure) => console.error('The analysis failed', failure),
  })
  const { begin, isBusy } = useOneAtATime(mutationKey)
  return { analyse: () => begin(mutate), analysing: isBusy, error }
}
