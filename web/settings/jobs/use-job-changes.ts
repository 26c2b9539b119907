import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../client/api-error.ts'
import { refresh } from '../../client/query.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { toast } from '../../ui/toast.ts'
import { DATABASE_STATUS } from '../form/api.ts'
import { dropJob, JOBS, retryJob } from './api.ts'

export type JobChanges = ReturnType<typeof useJobChanges>

/** @param onDropped called when the drop was answered, good or bad */
export function useJobChanges(onDropped: () => void) {
  const failed = (error: Error, otherwise: string) => {
    const hasEnded = error instanceof ApiError && error.status === 404
    if (hasEnded) toast({ title: 'This job has ended meanwhile', tone: 'good' })
    else toast({ title: 'Error', description: messageOf(error, otherwise), tone: 'bad' })
  }
  const settled = async () => {
    // The button may unmount with its row.
    document.getElementById('jobs')?.focus()
    await refresh(JOBS, DATABASE_STATUS)
  }
  const retry = useMutation({
    mutationFn: retryJob,
    onSuccess: () => toast({ title: 'Job queued', description: 'It runs as soon as there is room.', tone: 'good' }),
    onError: (error) => failed(error, 'The job was not queued.'),
    onSettled: settled,
  })
  const drop = useMutation({
    mutationFn: dropJob,
    onSuccess: () => toast({ title: 'Job dropped', tone: 'good' }),
    onError: (error) => failed(error, 'The job was not dropped.'),
    onSettled: async () => {
      onDropped()
      await settled()
    },
  })
  return { retry, drop }
}
