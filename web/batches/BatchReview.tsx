import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Batch } from '../../shared/ai-batches.ts'
import { useOwnData } from '../client/own-data.ts'
import { ReadError } from '../errors/ReadError.tsx'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { AcceptSure } from './AcceptSure.tsx'
import { itemsOptions, PAGE_SIZE, type Decided } from './api.ts'
import type { BatchPolling } from './batch-polling.ts'
import { SuggestionsTable } from './SuggestionsTable.tsx'
import { useDecisions } from './use-decisions.ts'
import { useRowFocus } from './use-row-focus.ts'
import styles from './batch.module.css'

const VIEWS: { value: Decided; label: string }[] = [
  { value: 'none', label: 'To review' },
  { value: 'accept', label: 'Accepted' },
  { value: 'correct', label: 'Corrected' },
  { value: 'skip', label: 'Skipped' },
]
const NOTHING: Record<Decided, string> = {
  none: 'Nothing left to review',
  accept: 'Nothing has been accepted yet',
  correct: 'Nothing has been corrected yet',
  skip: 'Nothing has been skipped yet',
}

/** Which rows of a batch are shown, and what the server has of them. */
function useItems(batch: Batch, polling: BatchPolling) {
  const [decided, setDecided] = useState<Decided>('none')
  const [page, setPage] = useState(1)
  const query = useQuery(itemsOptions(batch, polling, decided, page))
  const show = (next: Decided) => {
    setDecided(next)
    setPage(1)
  }
  return { decided, show, page, setPage, query, ...useOwnData(query) }
}

/** What stands where no row can be shown: on its way, not loaded, or none. */
function NoRows({ items }: { items: ReturnType<typeof useItems> }) {
  const { decided, setPage, query, shown, missing } = items
  if (shown) {
    // All of this page was decided, and others are left.
    const isEmptyPage = shown.total > 0
    return (
      <EmptyState
        title={isEmptyPage ? 'Nothing left on this page' : NOTHING[decided]}
        level={3}
        actions={isEmptyPage && <Button onClick={() => setPage(1)}>Go to the first page</Button>}
      />
    )
  }
  return (
    <div className="padded">
      {missing === 'failed' ? (
        <ReadError title="The suggestions could not be loaded" query={query} />
      ) : missing === 'offline' ? (
        <NotLoaded what="These suggestions were not loaded" />
      ) : (
        <Loading>
          <Skeleton height={200} />
        </Loading>
      )}
    </div>
  )
}

/** The rows of a batch: each is accepted, corrected or skipped, and every decision can be undone. */
export function BatchReview({ batch, polling }: { batch: Batch; polling: BatchPolling }) {
  const items = useItems(batch, polling)
  const { decided, shown } = items
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)
  const keepRow = useRowFocus(section, heading, items.query.data)
  const { failures, decide, undo, isBusy } = useDecisions(batch)
  const rows = shown?.items ?? []
  // The way back stays where a page is missing.
  const total = (shown ?? items.query.data)?.total ?? 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only hears where the focus is
    <section className="card" aria-labelledby="batch-review" ref={section} onFocus={keepRow}>
      <div className={classes('tools', styles.tools)}>
        <h2 className="h-14" id="batch-review" ref={heading} tabIndex={-1}>
          Suggestions
        </h2>
        <Choice label="Which suggestions" value={decided} options={VIEWS} onChange={items.show} />
        <span className="grow" />
        <span className="text-12 muted">Nothing changes until you accept it</span>
        {decided === 'none' && batch.undecided > 0 && <AcceptSure batch={batch} onAccept={decide} busy={isBusy} />}
      </div>
      {rows.length === 0 ? (
        <NoRows items={items} />
      ) : (
        <SuggestionsTable rows={rows} failures={failures} busy={isBusy} onDecide={decide} onUndo={undo} />
      )}
      {total > 0 && (
        <footer>
          <Pager page={items.page} total={total} pageSize={PAGE_SIZE} onPage={items.setPage} />
        </footer>
      )}
    </section>
  )
}
