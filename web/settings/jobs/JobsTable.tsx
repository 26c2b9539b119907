import type { BackgroundJob } from '../../../shared/background-jobs.ts'
import { fullInstant } from '../../ui/formats/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { classes } from '../../ui/classes.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { AS } from '../../ui/table-roles.ts'
import shared from '../form/settings.module.css'
import styles from './jobs.module.css'
import type { JobChanges } from './use-job-changes.ts'
import { nameOf, STATE_TONES, STATE_WORDS } from './words.ts'

interface JobsTableProps {
  jobs: BackgroundJob[]
  /** while another page is still being read */
  isBusy: boolean
  changes: JobChanges
  onDrop: (job: BackgroundJob) => void
}

export function JobsTable({ jobs, isBusy, changes, onDrop }: JobsTableProps) {
  return (
    <Scrolling label="Jobs">
      <table className={classes(shared.usage, shared.stacked)} {...AS.table}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            <th scope="col" {...AS.columnHead}>
              Job
            </th>
            <th scope="col" {...AS.columnHead}>
              State
            </th>
            <th scope="col" {...AS.columnHead} className="numeric">
              Attempts
            </th>
            <th scope="col" {...AS.columnHead} className={styles.actionsHead}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody aria-busy={isBusy} {...AS.group}>
          {jobs.map((job) => (
            <tr key={job.id} {...AS.row}>
              <td className={styles.what} {...AS.cell}>
                {nameOf(job)}
                <Reason job={job} />
              </td>
              <td className="nowrap" {...AS.cell}>
                <span className={`status bare tone-${STATE_TONES[job.state]}`}>{STATE_WORDS[job.state]}</span>
                <small className="muted">{whenOf(job)}</small>
              </td>
              <td className="numeric" data-label="Attempts" {...AS.cell}>
                {count(job.attempts)}
              </td>
              <td {...AS.cell}>{job.state !== 'running' && <Actions job={job} changes={changes} onDrop={onDrop} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

/** What the last attempt failed with: a failed job always has a reason, one that is tried again may have. */
function Reason({ job: { state, error } }: { job: BackgroundJob }) {
  if (error === null && state !== 'failed') return null
  return <small className="soft">{error === null ? 'No reason was recorded.' : asSentence(error)}</small>
}

const asSentence = (error: string) => (/[.!?]$/.test(error) ? error : `${error}.`)

function whenOf({ state, at, createdAt }: BackgroundJob): string {
  if (state === 'failed') return `since ${fullInstant(at)}`
  if (state === 'scheduled') return `for ${fullInstant(at)}`
  return `asked for ${fullInstant(createdAt)}`
}

function Actions({
  job,
  changes: { retry },
  onDrop,
}: Omit<JobsTableProps, 'jobs' | 'isBusy'> & { job: BackgroundJob }) {
  const name = `${nameOf(job)}, ${whenOf(job)}`
  const words = job.state === 'failed' ? 'Try again' : 'Run now'
  return (
    <span className={styles.actions}>
      {job.state !== 'queued' && (
        <Button
          size="small"
          aria-label={`${words}: ${name}`}
          busy={retry.isPending && retry.variables === job.id}
          busyLabel="Queuing..."
          onClick={() => {
            if (!retry.isPending) retry.mutate(job.id)
          }}
        >
          {words}
        </Button>
      )}
      <Button size="small" aria-label={`Drop: ${name}`} onClick={() => onDrop(job)}>
        Drop
      </Button>
    </span>
  )
}
