import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeadLetters } from '../../shared/operation.ts'
import { ApiError } from '../client/api-error.ts'
import { refresh } from '../client/query.ts'
import { ReadError } from '../errors/ReadError.tsx'
import { messageOf } from '../errors/words.ts'
import { fullInstant } from '../formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { count as countWords } from '../ui/count.ts'
import { Pager } from '../ui/Pager.tsx'
import { Scrolling } from '../ui/Scrolling.tsx'
import { toast } from '../ui/toast.ts'
import { usePageWithin } from '../ui/use-page-within.ts'
import { DATABASE_STATUS, DEAD_LETTERS, DEAD_LETTERS_SHOWN, deadLettersOptions, retryDeadLetter } from './api.ts'
import styles from './settings.module.css'

/** Background jobs that failed every attempt: the error, and a retry. */
export function DeadLettersCard({ count }: { count: number }) {
  const [page, setPage] = useState(1)
  const jobs = useQuery({ ...deadLettersOptions(page, count), placeholderData: keepPreviousData })
  usePageWithin({ page, total: jobs.data?.total, pageSize: DEAD_LETTERS_SHOWN }, setPage)
  return (
    <section className="card" aria-labelledby="failed-jobs">
      <header className="lined">
        <h2 id="failed-jobs" tabIndex={-1}>
          Failed jobs
        </h2>
      </header>
      {jobs.isError && (
        <div className="padded">
          <ReadError title="The failed jobs could not be loaded" query={jobs} />
        </div>
      )}
      {jobs.data && (
        <Jobs found={jobs.data} page={page} shownPage={jobs.isPlaceholderData ? null : page} onPage={setPage} />
      )}
    </section>
  )
}

interface JobsProps {
  found: DeadLetters
  page: number
  /** null while the page before is still on the screen */
  shownPage: number | null
  onPage: (page: number) => void
}

function Jobs({ found: { jobs, total }, page, shownPage, onPage }: JobsProps) {
  const retry = useMutation({
    mutationFn: retryDeadLetter,
    onSuccess: () => toast({ title: 'Job queued again', description: 'It is tried again now.', tone: 'good' }),
    onError: (error) => {
      const hasGone = error instanceof ApiError && error.status === 404
      if (hasGone) toast({ title: 'This job was already queued again', tone: 'good' })
      else toast({ title: 'Error', description: messageOf(error, 'The job was not queued again.'), tone: 'bad' })
    },
    onSettled: async () => {
      // The button unmounts with its row, and the card with its last row.
      const heading = document.getElementById(total > 1 ? 'failed-jobs' : 'database')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus()
      await refresh(DATABASE_STATUS, DEAD_LETTERS)
    },
  })
  return (
    <>
      <Scrolling label="Failed jobs">
        <table className={styles.usage}>
          <thead>
            <tr>
              <th scope="col">Job</th>
              <th scope="col">Given up</th>
              <th scope="col" className="numeric">
                Attempts
              </th>
              <th scope="col">Error</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody aria-busy={shownPage === null}>
            {jobs.map(({ id, kind, deadAt, attempts, error }) => (
              <tr key={id}>
                <td className="nowrap">{kind}</td>
                <td className="nowrap">{fullInstant(deadAt)}</td>
                <td className="numeric">{countWords(attempts)}</td>
                <td>{error}</td>
                <td className="numeric">
                  <Button
                    size="small"
                    aria-label={`Try again: ${kind}, given up ${fullInstant(deadAt)}`}
                    busy={retry.isPending && retry.variables === id}
                    busyLabel="Trying..."
                    onClick={() => {
                      if (!retry.isPending) retry.mutate(id)
                    }}
                  >
                    Try again
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {total > DEAD_LETTERS_SHOWN && (
        <footer className={`text-13 soft ${styles.foot}`}>
          <Pager page={page} total={total} pageSize={DEAD_LETTERS_SHOWN} shownPage={shownPage} onPage={onPage} />
        </footer>
      )}
    </>
  )
}
