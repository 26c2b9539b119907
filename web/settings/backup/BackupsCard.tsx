import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { ArchiveRestore, Download, ShieldCheck, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Backup, Backups } from '../../../shared/backups.ts'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import { refresh } from '../../client/query.ts'
import { ReadError } from '../../errors/ReadError.tsx'
import { messageOf } from '../../errors/words.ts'
import { fullInstant } from '../../formats/dates.ts'
import { sizeInWords } from '../../formats/sizes.ts'
import { fullName } from '../../../shared/people.ts'
import { classes } from '../../ui/classes.ts'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { followDownload } from '../../ui/save-file.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { AS } from '../../ui/table-roles.ts'
import { toast } from '../../ui/toast.ts'
import { usePageWithin } from '../../ui/use-page-within.ts'
import { useActor } from '../../vocabulary/use-actor.ts'
import styles from '../settings.module.css'
import {
  addressOfBackup,
  BACKUPS,
  BACKUPS_SHOWN,
  backupsOptions,
  deleteBackup,
  isUnderWay,
  verifyBackup,
} from './api.ts'
import own from './backup.module.css'
import { encryptionWords, notVerifiedWords, stateWords } from './backup-words.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { RestoreNote } from './RestoreNote.tsx'

/** The backups on the server, with their proofs. */
export function BackupsCard() {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...backupsOptions(page), placeholderData: keepPreviousData })
  const heading = useRef<HTMLHeadingElement>(null)
  usePageWithin({ page, total: list.data?.total, pageSize: BACKUPS_SHOWN }, setPage)
  return (
    <section className={`card ${styles.settings}`} aria-labelledby="backups">
      <header className="lined">
        <h2 id="backups" ref={heading} tabIndex={-1}>
          Backups
        </h2>
        {list.data !== undefined && list.data.total > 0 && (
          <span className="text-13 muted">
            {count(list.data.total)} kept · {sizeInWords(list.data.size)}
          </span>
        )}
      </header>
      <div className={own.restoring}>
        <RestoreNote onGone={() => heading.current?.focus()} />
      </div>
      {list.data ? (
        <Content found={list.data} onGone={() => heading.current?.focus()} />
      ) : (
        <div className="padded">
          {list.isError ? (
            <ReadError title="The backups could not be loaded" query={list} />
          ) : (
            <Loading label="Loading the backups">
              <Skeleton height={120} />
            </Loading>
          )}
        </div>
      )}
      {list.data && list.data.total > BACKUPS_SHOWN && (
        <footer className={`text-13 soft ${styles.foot}`}>
          <Pager
            page={page}
            total={list.data.total}
            pageSize={BACKUPS_SHOWN}
            shownPage={list.isPlaceholderData ? null : page}
            onPage={setPage}
          />
        </footer>
      )}
    </section>
  )
}

function Content({ found: { backups }, onGone }: { found: Backups; onGone: () => void }) {
  if (backups.length === 0)
    return (
      <EmptyState title="No backups yet" level={3}>
        Run one now to see it here with its proof.
      </EmptyState>
    )
  return (
    <Scrolling label="Backups">
      <table className={classes(styles.usage, styles.stacked)} {...AS.table}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            <th scope="col" {...AS.columnHead}>
              Taken
            </th>
            <th scope="col" {...AS.columnHead}>
              Started by
            </th>
            <th scope="col" className="numeric" {...AS.columnHead}>
              Size
            </th>
            <th scope="col" {...AS.columnHead}>
              Proof
            </th>
            <th scope="col" {...AS.columnHead}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody {...AS.group}>
          {backups.map((backup) => (
            <Row key={backup.id} of={backup} onGone={onGone} />
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function Row({ of, onGone }: { of: Backup; onGone: () => void }) {
  const taken = fullInstant(of.startedAt)
  return (
    <tr {...AS.row}>
      <td className={classes('nowrap', own.taken)} {...AS.cell}>
        {taken}
      </td>
      <td className={own.person} data-label="Started by" {...AS.cell}>
        {of.startedBy ? fullName(of.startedBy) : 'Schedule'}
      </td>
      <td className="numeric nowrap" data-label="Size" {...AS.cell}>
        {of.size === null ? '–' : sizeInWords(of.size)}
      </td>
      <td className={own.proof} {...AS.cell}>
        <Proof of={of} />
      </td>
      <td className={classes('nowrap', own.actions)} {...AS.cell}>
        {!isUnderWay(of) && <Actions of={of} taken={taken} onGone={onGone} />}
      </td>
    </tr>
  )
}

const TONES = { proven: 'green', 'not-proven': 'amber', failed: 'red', queued: 'grey', running: 'blue' } as const

function Proof({ of }: { of: Backup }) {
  const [words, notVerified] = [stateWords(of), notVerifiedWords(of)]
  return (
    <>
      <span className={`status bare tone-${TONES[of.state]}`}>{words}</span>
      {of.state === 'running' && <Progress label={words} value={of.progress.done} max={of.progress.of} />}
      {of.provenAt !== null && <p className="text-12 muted">Last proven on {fullInstant(of.provenAt)}</p>}
      {notVerified && <p className="text-12 muted">{notVerified}</p>}
      {of.error?.detail && <p className="text-12 muted">{of.error.detail}</p>}
      {of.checksum && (
        <>
          <p className="text-12 muted">
            {of.bucket !== null && `${of.bucket}\u00A0· `}
            {encryptionWords(of)}
          </p>
          <p className={`text-12 muted ${own.checksum}`}>SHA-256 {of.checksum}</p>
        </>
      )}
    </>
  )
}

function Actions({ of, taken, onGone }: { of: Backup; taken: string; onGone: () => void }) {
  const fetching = useAction(
    () => addressOfBackup(of),
    'The backup could not be downloaded.',
    ({ path }) => followDownload(path),
  )
  const verifying = useAction(
    () => verifyBackup(of),
    'The backup is not being verified.',
    () => toast({ title: 'Verification started', tone: 'good' }),
  )
  const [isAsking, setAsking] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const mayRestore = useMayRestore()
  const deleting = useAction(() => deleteBackup(of), 'The backup was not deleted.', onGone)
  return (
    <span className="row">
      {of.checksum !== null && (
        <>
          <IconButton
            icon={Download}
            size="small"
            label={`Download the backup of ${taken}`}
            busy={fetching.isPending}
            onClick={() => fetching.mutate()}
          />
          {of.recipient === null && (
            <IconButton
              icon={ShieldCheck}
              size="small"
              label={`Verify the backup of ${taken}`}
              busy={verifying.isPending}
              onClick={() => verifying.mutate()}
            />
          )}
        </>
      )}
      {of.state === 'proven' && of.recipient === null && mayRestore && (
        <IconButton
          icon={ArchiveRestore}
          size="small"
          label={`Restore the backup of ${taken}`}
          onClick={() => setRestoring(true)}
        />
      )}
      {isRestoring && <RestoreDialog of={of} taken={taken} onClose={() => setRestoring(false)} />}
      <IconButton icon={Trash2} size="small" label={`Delete the backup of ${taken}`} onClick={() => setAsking(true)} />
      {isAsking && (
        <DeleteDialog
          taken={taken}
          bucket={of.bucket}
          isDeleting={deleting.isPending}
          onDelete={() => {
            if (!deleting.isPending) deleting.mutate(undefined, { onSettled: () => setAsking(false) })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}

/** Roles and accounts come back with a backup, so it takes every permission. */
function useMayRestore(): boolean {
  const actor = useActor()
  return PERMISSIONS.every((one) => actor.permissions.has(one))
}

function useAction<T>(call: () => Promise<T>, failed: string, onSuccess: (answer: T) => void) {
  return useMutation({
    mutationFn: call,
    retry: false,
    onSuccess,
    onError: (error) => toast({ title: 'Error', description: messageOf(error, failed), tone: 'bad' }),
    onSettled: () => refresh(BACKUPS),
  })
}
