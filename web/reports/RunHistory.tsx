import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { fullName } from '../../shared/people.ts'
import { REPORT_FORMATS, type ReportRun, type RunFile } from '../../shared/reports/runs.ts'
import { useDataOrPrevious } from '../client/own-data.ts'
import { useSession } from '../client/session.ts'
import { ReadError } from '../errors/ReadError.tsx'
import { messageOf } from '../errors/words.ts'
import { fullInstant } from '../formats/dates.ts'
import { sizeInWords } from '../formats/sizes.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Progress } from '../ui/Progress.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { usePageWithin } from '../ui/use-page-within.ts'
import { deleteRun, fetchRunFile, isUnderWay, reportsChanged, RUNS_PAGE, runsOptions } from './report-api.ts'
import { retryWords, stateWords } from './run-words.ts'
import styles from './report-page.module.css'

/** The runs of a report, with their files. */
export function RunHistory({ reportId, shown }: { reportId: string; shown: string | null }) {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...runsOptions(reportId, page), placeholderData: keepPreviousData })
  const { shown: found, isBefore, missing } = useDataOrPrevious(list)
  const total = list.data?.total
  usePageWithin({ page, total, pageSize: RUNS_PAGE }, setPage)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="card" aria-labelledby="history">
      <header className="lined">
        <h2 id="history" ref={heading} tabIndex={-1}>
          History
        </h2>
      </header>
      {found?.total === 0 ? (
        <EmptyState title="Not made yet" level={3}>
          Export it, or set a schedule: each run is kept here with its files for 90 days.
        </EmptyState>
      ) : found ? (
        <ul className={styles.runs} aria-busy={isBefore}>
          {found.runs.map((run) => (
            <Run key={run.id} run={run} isShown={run.id === shown} onGone={() => heading.current?.focus()} />
          ))}
        </ul>
      ) : (
        <div className="padded">
          {missing === 'failed' ? (
            <ReadError title="The history could not be loaded" query={list} />
          ) : missing === 'offline' ? (
            <NotLoaded what="The history was not loaded" />
          ) : (
            <Loading label="Loading the history">
              <Skeleton height={120} />
            </Loading>
          )}
        </div>
      )}
      {total !== undefined && total > RUNS_PAGE && (
        <footer>
          <Pager page={page} total={total} pageSize={RUNS_PAGE} shownPage={found ? page : null} onPage={setPage} />
        </footer>
      )}
    </section>
  )
}

function Run({ run, isShown, onGone }: { run: ReportRun; isShown: boolean; onGone: () => void }) {
  const isOwn = run.madeBy?.id === useSession()?.user.id
  const at = fullInstant(run.createdAt)
  const deleting = useMutation({
    mutationFn: () => deleteRun(run),
    onSuccess: onGone,
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The run was not deleted.'), tone: 'bad' }),
    onSettled: () => reportsChanged(),
  })
  return (
    <li className={styles.run} aria-current={isShown || undefined}>
      <div className={styles.runHead}>
        {run.state === 'ready' ? (
          <Link to={`/reports/${run.reportId}?run=${run.id}`} className="text-13 medium">
            {at}
          </Link>
        ) : (
          <span className="text-13 medium">{at}</span>
        )}
        {isOwn && (
          <IconButton
            icon={Trash2}
            size="small"
            label={`Delete the run of ${at}`}
            busy={deleting.isPending}
            onClick={() => deleting.mutate()}
          />
        )}
      </div>
      <p className="text-12 muted">
        {[run.isScheduled ? 'On schedule' : 'By hand', run.madeBy && `for ${fullName(run.madeBy)}`, rowsOf(run)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {run.state !== 'ready' && (
        <p className="text-12" role="status">
          {[run.note ?? stateWords(run.state), run.state === 'retrying' && retryWords(run.retryAt)]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {isUnderWay(run) && <Progress label={`Progress of the run of ${at}`} value={run.done} max={run.total} />}
      {run.files.length > 0 && (
        <div className="row wrap">
          {run.files.map((file) => (
            <FileButton key={file.format} run={run} file={file} />
          ))}
        </div>
      )}
    </li>
  )
}

function rowsOf({ rows }: ReportRun): string | null {
  return rows === null ? null : `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`
}

function FileButton({ run, file }: { run: ReportRun; file: RunFile }) {
  const fetching = useMutation({
    mutationFn: () => fetchRunFile(run, file.format),
    retry: false,
    onSuccess: (content) => saveFile(content, file.fileName),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The file could not be downloaded.'), tone: 'bad' }),
  })
  return (
    <Button
      icon={Download}
      size="small"
      title={`SHA-256 ${file.checksum}`}
      aria-label={`Download ${file.fileName}`}
      busy={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {REPORT_FORMATS[file.format]}, {sizeInWords(file.size)}
    </Button>
  )
}
