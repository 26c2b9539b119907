import { useMutation } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { fullName } from '../../shared/people.ts'
import { REPORT_FORMATS, type ReportRun, type RunFile } from '../../shared/reports/runs.ts'
import { useSession } from '../client/session.ts'
import { messageOf } from '../ui/errors/words.ts'
import { fullInstant } from '../ui/formats/dates.ts'
import { sizeInWords } from '../ui/formats/sizes.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Progress } from '../ui/Progress.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'
import { deleteRun, fetchRunFile, isUnderWay, reportsChanged } from './report-api.ts'
import { retryWords, stateWords } from './run-words.ts'
import styles from './report-page.module.css'

export function Run({ run, isShown, onGone }: { run: ReportRun; isShown: boolean; onGone: () => void }) {
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
