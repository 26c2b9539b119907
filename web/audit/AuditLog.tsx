import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AuditEntry, AuditPage } from '../../shared/audit.ts'
import { useAddress } from '../client/address.ts'
import { ApiError } from '../client/api-error.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { ErrorNote } from '../ui/errors/ErrorNote.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { auditOptions, csvPath } from './api.ts'
import { AuditTools } from './AuditTools.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { EntryRow } from './EntryRow.tsx'
import { type AuditState, filterOf, readAuditState, withAuditState } from './filter-state.ts'
import { merged, useNews } from './use-news.ts'
import styles from './audit.module.css'

/** The page of the log that the URL selects; the newest one can be followed live. */
export function AuditLog() {
  const [params, changeAddress] = useAddress()
  const state = readAuditState(params)
  const change = (part: Partial<AuditState>, options?: { replace?: boolean }) =>
    changeAddress((now) => withAuditState(now, part), options)
  const [wantsNews, setWantsNews] = useState(false)
  const isNewest = state.before === undefined
  const isFollowing = wantsNews && isNewest
  const page = useQuery(auditOptions(state))
  const { news, error } = useNews({ state, page: page.data, isFollowing, onCut: () => void page.refetch() })
  const mayNot = isRefused(error) || isRefused(page.error)
  const section = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(section, 'input', page.data)
  const changeByControl = (...args: Parameters<typeof change>) => {
    keepFocus()
    change(...args)
  }
  return (
    <section className="card" aria-label="Audit log" ref={section}>
      <AuditTools
        state={state}
        change={changeByControl}
        entries={[...news, ...(page.data?.entries ?? [])]}
        isFollowing={isFollowing}
        onFollow={isNewest ? setWantsNews : undefined}
        actions={
          <DownloadButton path={csvPath(filterOf(state))} name="audit-log.csv">
            Export CSV
          </DownloadButton>
        }
      />
      {error && !mayNot && (
        <div className={styles.problem}>
          <ErrorNote
            title="New entries could not be loaded"
            error={error}
            safe="It will be tried again automatically"
          />
        </div>
      )}
      {page.isError || mayNot ? (
        <div className={styles.problem}>
          <ReadError
            title="The audit log could not be loaded"
            query={mayNot ? { ...page, error: error ?? page.error } : page}
          />
        </div>
      ) : page.data ? (
        <Entries page={page.data} news={news} state={state} change={changeByControl} />
      ) : (
        <LoadingEntries />
      )}
    </section>
  )
}

function isRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 403
}

interface EntriesProps {
  page: AuditPage
  news: readonly AuditEntry[]
  state: AuditState
  change: (part: Partial<AuditState>) => void
}

function Entries({ page, news, state, change }: EntriesProps) {
  const shown = merged(news, page.entries)
  // Entries that following has pushed off this page start the next one.
  const older = shown.length < news.length + page.entries.length ? shown.at(-1)?.id : (page.older ?? undefined)
  const isNewest = state.before === undefined
  if (shown.length === 0)
    return (
      <EmptyState picture="search" title={isNewest ? 'No entries match' : 'There are no older entries'}>
        {Object.keys(filterOf(state)).length > 0 ? 'Remove a filter to see more.' : 'Go back to the newest.'}
      </EmptyState>
    )
  return (
    <>
      <ol className={styles.entries} aria-live="off">
        {shown.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onPerson={(person) => change({ person })} />
        ))}
      </ol>
      {(!isNewest || older !== undefined) && (
        <footer>
          <span>{isNewest ? 'The newest entries' : 'Older entries'}</span>
          <nav className="pager" aria-label="Pages">
            <Button size="small" disabled={isNewest} onClick={() => change({ before: undefined })}>
              Newest
            </Button>
            <Button size="small" disabled={older === undefined} onClick={() => change({ before: older })}>
              Older
            </Button>
          </nav>
        </footer>
      )}
    </>
  )
}

function LoadingEntries() {
  return (
    <Loading label="Loading the audit log">
      <ol className={styles.entries}>
        {Array.from({ length: 8 }, (_, i) => (
          <li key={i} className={styles.entry}>
            <Skeleton width={96} />
            <Skeleton width={`${70 - ((i * 13) % 40)}%`} />
          </li>
        ))}
      </ol>
    </Loading>
  )
}
