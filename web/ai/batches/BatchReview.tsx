import { useRef } from 'react'
import type { Batch } from '../../../shared/ai-batches.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { classes } from '../../ui/classes.ts'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useActor } from '../../people/common/use-actor.ts'
import { AcceptSure } from './AcceptSure.tsx'
import { PAGE_SIZE } from './api.ts'
import { SuggestionsTable } from './SuggestionsTable.tsx'
import { useDecisions } from './use-decisions.ts'
import type { ShownItems } from './use-items.ts'
import { useRowFocus } from './use-row-focus.ts'
import { onRowKey } from './use-row-keys.ts'
import { type Sort, SORTS, type View, VIEWS } from './views.ts'
import styles from './batch.module.css'

const VIEW_CHOICES = (Object.keys(VIEWS) as View[]).map((value) => ({ value, label: VIEWS[value].label }))

/** Shown in place of the rows: loading, not loaded, or none. */
function NoRows({ items }: { items: ShownItems }) {
  const { view, show, setPage, query, shown, missing } = items
  if (shown) {
    // All rows of this page were decided, and others are left.
    if (shown.total > 0) {
      const first = <Button onClick={() => setPage(1)}>Go to the first page</Button>
      return <EmptyState title="Nothing left on this page" level={3} actions={first} />
    }
    const { agree } = shown.counts
    const agreeing = view === 'differ' && agree > 0 && (
      <Button onClick={() => show('agree')}>Show the {count(agree)} that agree</Button>
    )
    return <EmptyState title={VIEWS[view].nothing} level={3} actions={agreeing} />
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
export function BatchReview({ batch, items }: { batch: Batch; items: ShownItems }) {
  const { view, shown } = items
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)
  const keepRow = useRowFocus(section, heading, items.query.data)
  const { failures, decide, undo, isBusy } = useDecisions(batch)
  const mayDecide = useActor().permissions.has('requests.edit')
  const acceptSure: typeof decide = (items) => {
    // The button disappears with the last such row.
    heading.current?.focus()
    decide(items)
  }
  const rows = shown?.items ?? []
  // The pager stays where a page failed to load.
  const total = (shown ?? items.query.data)?.total ?? 0
  return (
    <section className="card" aria-labelledby="batch-review" ref={section}>
      <div className={classes('tools', styles.tools)}>
        <h2 className="h-14" id="batch-review" ref={heading} tabIndex={-1}>
          Suggestions
        </h2>
        <SegmentedControl label="Which suggestions" value={view} options={VIEW_CHOICES} onChange={items.show} />
        <Select
          aria-label="Order"
          className={styles.order}
          options={SORTS}
          value={items.sort}
          onValueChange={(value) => items.sortBy(value as Sort)}
        />
        <span className="grow" />
        {mayDecide && <span className="text-12 muted">Nothing changes until you accept it</span>}
        {mayDecide && view === 'differ' && shown && shown.counts.sure > 0 && (
          <AcceptSure batch={batch} onAccept={acceptSure} busy={isBusy} />
        )}
      </div>
      <div role="presentation" onFocus={keepRow} onKeyDown={onRowKey}>
        {rows.length === 0 ? (
          <NoRows items={items} />
        ) : (
          <SuggestionsTable
            rows={rows}
            grouped={items.sort === 'difference'}
            failures={failures}
            busy={isBusy}
            mayDecide={mayDecide}
            onDecide={decide}
            onUndo={undo}
          />
        )}
      </div>
      {total > 0 && (
        <footer>
          <Pager page={items.page} total={total} pageSize={PAGE_SIZE} onPage={items.setPage} />
          {mayDecide && view === 'differ' && <Keys />}
        </footer>
      )}
    </section>
  )
}

/** Legend of a row's keyboard shortcuts. */
function Keys() {
  return (
    <p className={classes('text-12 muted', styles.keys)}>
      <kbd>A</kbd> accept <kbd>C</kbd> correct <kbd>S</kbd> skip <kbd>W</kbd> why <kbd>↓</kbd> next
    </p>
  )
}
