import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type BackgroundJob, JOB_STATES, JobState } from '../../../shared/background-jobs.ts'
import { classes } from '../../ui/classes.ts'
import { Pager } from '../../ui/Pager.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { usePageWithin } from '../../ui/use-page-within.ts'
import { StoredSettings } from '../form/StoredSettings.tsx'
import shared from '../form/settings.module.css'
import { JOBS_SHOWN, jobsOptions } from './api.ts'
import { DropDialog } from './DropDialog.tsx'
import { JobsTable } from './JobsTable.tsx'
import styles from './jobs.module.css'
import { useJobChanges } from './use-job-changes.ts'
import { NO_JOBS, STATE_WORDS } from './words.ts'

const CHOICES = [
  { value: 'all' as const, label: 'All' },
  ...JOB_STATES.map((state) => ({ value: state, label: STATE_WORDS[state] })),
]

/** Work that the server does in the background: what waits, what runs, what failed and why. */
export function JobsSection() {
  const [params, setParams] = useSearchParams()
  const state = JobState.nullable().catch(null).parse(params.get('state'))
  const [page, setPage] = useState(1)
  const query = useQuery(jobsOptions(state, page))
  usePageWithin({ page, total: query.data?.total, pageSize: JOBS_SHOWN }, setPage)
  const [dropping, setDropping] = useState<BackgroundJob | null>(null)
  const changes = useJobChanges(() => setDropping(null))
  const choose = (chosen: JobState | 'all') => {
    setPage(1)
    setParams(chosen === 'all' ? {} : { state: chosen }, { replace: true })
  }
  const shownPage = query.isPlaceholderData ? null : page
  return (
    <StoredSettings
      settings={query}
      about="Imports, reports, the reading of documents and the upkeep of the database are done in the background. A job that
        fails is tried again by itself several times before it counts as failed."
      height={240}
    >
      {({ jobs, total }) => (
        <section className="card" aria-labelledby="jobs">
          <header className="lined">
            <h2 className="grow" id="jobs" tabIndex={-1}>
              Jobs
            </h2>
            <span className={styles.states}>
              <SegmentedControl label="Show" value={state ?? 'all'} options={CHOICES} onChange={choose} />
            </span>
          </header>
          {total === 0 ? (
            <p className="padded text-13 soft" role="status">
              {NO_JOBS[state ?? 'all']}
            </p>
          ) : (
            <JobsTable jobs={jobs} isBusy={shownPage === null} changes={changes} onDrop={setDropping} />
          )}
          {total > JOBS_SHOWN && (
            <footer className={classes('text-13 soft', shared.foot)}>
              <Pager page={page} total={total} pageSize={JOBS_SHOWN} shownPage={shownPage} onPage={setPage} />
            </footer>
          )}
          {dropping && <DropDialog job={dropping} changes={changes} onClose={() => setDropping(null)} />}
        </section>
      )}
    </StoredSettings>
  )
}
