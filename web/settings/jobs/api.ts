import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BackgroundJobs, JobState } from '../../../shared/background-jobs.ts'
import { del, put } from '../../client/api.ts'

export const JOBS = '/api/jobs'
export const JOBS_SHOWN = 10
const READ_INTERVAL_MS = 5000

/** Read again every few seconds while it is on the screen. @param state all when null */
export function jobsOptions(state: JobState | null, page: number) {
  const query = new URLSearchParams({ ...(state && { state }), page: String(page), limit: String(JOBS_SHOWN) })
  return queryOptions<BackgroundJobs>({
    queryKey: [`${JOBS}?${query}`],
    refetchOnMount: 'always',
    refetchInterval: READ_INTERVAL_MS,
    refetchIntervalInBackground: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

export function retryJob(id: number): Promise<void> {
  return put(`${JOBS}/${id}/retry`)
}

export function dropJob(id: number): Promise<void> {
  return del(`${JOBS}/${id}`)
}
