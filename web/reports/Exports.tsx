import { useMutation, useQuery } from '@tanstack/react-query'
import { RETENTION } from '../../shared/retention.ts'
import { Download, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { Export } from '../../shared/exports/exports.ts'
import { refresh } from '../client/query.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { messageOf } from '../ui/errors/words.ts'
import { fullInstant } from '../ui/formats/dates.ts'
import { sizeInWords } from '../ui/formats/sizes.ts'
import { count } from '../ui/count.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Progress } from '../ui/Progress.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { EXPORTS } from './exports/exports-api.ts'
import { deleteExport, exportsOptions, fetchExport, isUnderWay } from './api.ts'
import styles from './reports.module.css'
import { retryWords } from './run-words.ts'

/** The person's own exports, with their progress. */
export function Exports() {
  const list = useQuery(exportsOptions())
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="card" aria-labelledby="your-exports">
      <header className="lined">
        <h2 id="your-exports" ref={heading} tabIndex={-1}>
          Your exports
        </h2>
      </header>
      {list.data ? (
        list.data.exports.length === 0 ? (
          <EmptyState title="No exports yet" level={3}>
            Files that you create are kept here for {RETENTION.exports.days} days.
          </EmptyState>
        ) : (
          <List exports={list.data.exports} onGone={() => heading.current?.focus()} />
        )
      ) : (
        <div className="padded">
          {list.isError ? (
            <ReadError title="Your exports could not be loaded" query={list} />
          ) : (
            <Loading>
              <Skeleton height={120} />
            </Loading>
          )}
        </div>
      )}
    </section>
  )
}

function List({ exports, onGone }: { exports: Export[]; onGone: () => void }) {
  return (
    <ul className={styles.list}>
      {exports.map((one) => (
        <Row key={one.id} of={one} onGone={onGone} />
      ))}
    </ul>
  )
}

function Row({ of, onGone }: { of: Export; onGone: () => void }) {
  const fetching = useMutation({
    mutationFn: () => fetchExport(of),
    retry: false,
    onSuccess: (file) => saveFile(file, of.fileName),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The file could not be downloaded.'), tone: 'bad' }),
  })
  const deleting = useMutation({
    mutationFn: () => deleteExport(of),
    onSuccess: onGone,
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The export was not deleted.'), tone: 'bad' }),
    onSettled: () => refresh(EXPORTS),
  })
  return (
    <li className={styles.export}>
      <div className={styles.about}>
        <h3 className={styles.name}>{of.fileName}</h3>
        <p className="text-12 muted">
          Created {fullInstant(of.createdAt)} · kept until {fullInstant(of.expiresAt)}
        </p>
        {of.checksum && <p className={styles.checksum}>SHA-256 {of.checksum}</p>}
      </div>
      <div className={styles.state}>
        <State of={of} />
      </div>
      <div className={styles.actions}>
        {of.state === 'ready' && (
          <Button
            icon={Download}
            size="small"
            aria-label={`Download ${of.fileName}`}
            busy={fetching.isPending}
            busyLabel="Downloading…"
            onClick={() => fetching.mutate()}
          >
            Download
          </Button>
        )}
        <IconButton
          icon={Trash2}
          size="small"
          label={`Delete ${of.fileName}`}
          busy={deleting.isPending}
          onClick={() => deleting.mutate()}
        />
      </div>
    </li>
  )
}

function State({ of }: { of: Export }) {
  if (of.state === 'failed') return <>Failed. {of.note}</>
  if (of.state === 'retrying')
    return (
      <>
        {of.note} {retryWords(of.retryAt)}
      </>
    )
  if (!isUnderWay(of)) return <>{`${rowsInWords(of.rows)}, ${sizeInWords(of.size ?? 0)}`}</>
  if (of.total === null) return <>Waiting</>
  return (
    <>
      {count(of.rows)} of {count(of.total)}
      <Progress label={`Progress of ${of.fileName}`} value={of.rows} max={Math.max(1, of.total)} />
    </>
  )
}

function rowsInWords(rows: number): string {
  return `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`
}
