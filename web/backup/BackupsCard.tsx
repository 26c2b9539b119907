import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Backups } from '../../shared/backups.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { sizeInWords } from '../ui/formats/sizes.ts'
import { classes } from '../ui/classes.ts'
import { count } from '../ui/count.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Scrolling } from '../ui/Scrolling.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { AS } from '../ui/table-roles.ts'
import { usePageWithin } from '../ui/use-page-within.ts'
import styles from '../settings/form/settings.module.css'
import { BACKUPS_SHOWN, backupsOptions } from './api.ts'
import own from './backup.module.css'
import { BackupRow } from './BackupRow.tsx'
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
            <th scope="col" className="numeric" {...AS.columnHead}>
              Took
            </th>
            <th scope="col" {...AS.columnHead}>
              Verified
            </th>
            <th scope="col" {...AS.columnHead}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody {...AS.group}>
          {backups.map((backup) => (
            <BackupRow key={backup.id} of={backup} onGone={onGone} />
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
