import type { BackgroundJob, JobState } from '../../../shared/background-jobs.ts'
import { JOB_KINDS } from '../../../shared/job-kinds.ts'
import type { Tone } from '../../ui/classes.ts'

export const STATE_WORDS: Record<JobState, string> = {
  failed: 'Failed',
  running: 'Running',
  queued: 'Queued',
  scheduled: 'Scheduled',
}

export const STATE_TONES: Record<JobState, Tone> = {
  failed: 'red',
  running: 'blue',
  queued: 'amber',
  scheduled: 'grey',
}

/** What there is none of, for an empty list. */
export const NO_JOBS: Record<JobState | 'all', string> = {
  all: 'No jobs are waiting, running or failed.',
  failed: 'No job has failed.',
  running: 'No job is running.',
  queued: 'No job is waiting for its turn.',
  scheduled: 'No job is scheduled.',
}

/** A kind without words is one of a newer version of the server. */
export const nameOf = ({ kind }: Pick<BackgroundJob, 'kind'>) => JOB_KINDS[kind]?.name ?? kind

export const lossOf = ({ kind }: Pick<BackgroundJob, 'kind'>) =>
  JOB_KINDS[kind]?.lost ?? 'What this job was to do stays undone.'
