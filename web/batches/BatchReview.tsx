import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Batch, BatchDecisions, BatchItem, BatchOutcome } from '../../shared/ai-batches.ts'
import { newKey } from '../client/api.ts'
import { useOwnData } from '../client/own-data.ts'
import { messageOf } from '../errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { ReadError } from '../errors/ReadError.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Scrolling } from '../ui/Scrolling.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { decide, itemsOptions, PAGE_SIZE, undecidedAbove, undo, type Decided } from './api.ts'
import type { BatchPolling } from './batch-polling.ts'
import { BatchRow } from './BatchRow.tsx'
import { countOf } from './BatchStart.tsx'
import { useOneAtATime } from '../suggestions/one-at-a-time.ts'
import { percent } from '../formats/percent.ts'
import { SURE } from '../quality/quality.ts'
import { SEQUENCE } from '../vocabulary/linked-requests.ts'
import styles from './batch.module.css'
import { classes } from '../ui/classes.ts'

const ACCEPT_SURE = `Accept all above ${percent(SURE)}`
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

type Decision = BatchDecisions['items'][number]
const DECIDING = ['decide-batch']
const DONE = { accept: 'accepted', correct: 'corrected', skip: 'skipped' } as const

/** Rows with the key that makes a repeated call the same one. */
interface Once<Row> {
  rows: Row[]
  key: string
}
const once = <Row,>(rows: Row[]): Once<Row> => ({ rows, key: newKey() })

const firstError = (outcome: BatchOutcome) => outcome.find(({ ok }) => !ok)?.error ?? undefined

/** Applies and takes back decisions, and keeps what could not be done beside its row. */
function useDecisions(batch: Batch) {
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map())
  const note = (outcome: BatchOutcome) => {
    setFailures(new Map(outcome.flatMap(({ itemId, error }) => (error === null ? [] : [[itemId, error] as const]))))
    return outcome.filter(({ ok }) => ok).map(({ itemId }) => itemId)
  }
  const failed = (why: string | undefined) =>
    toast({ tone: 'bad', title: 'Some of it was not saved', description: why })
  const { begin, isBusy } = useOneAtATime(DECIDING)
  const undoing = useMutation({
    mutationKey: DECIDING,
    mutationFn: ({ rows, key }: Once<number>) => undo(batch.id, rows, key),
    onSuccess: (outcome) => {
      const back = note(outcome)
      if (back.length > 0) toast({ tone: 'good', title: `${countOf(back.length)} restored` })
      if (back.length < outcome.length)
        toast({
          tone: 'bad',
          title: 'Not everything could be restored',
          description: firstError(outcome),
        })
    },
    onError: (error) => failed(messageOf(error, error.message)),
  })
  const deciding = useMutation({
    mutationKey: DECIDING,
    mutationFn: ({ rows, key }: Once<Decision>) => decide(batch.id, rows, key),
    onSuccess: (outcome, { rows }) => {
      const stored = note(outcome)
      // The row may be gone from this list, because somebody decided it elsewhere: what is said beside it is not enough.
      if (stored.length < outcome.length) failed(firstError(outcome))
      if (stored.length === 0) return
      toast({
        tone: 'good',
        title: `${countOf(stored.length)} ${DONE[rows[0]?.decision ?? 'accept']}`,
        links: [{ label: 'Undo', onClick: () => undoing.mutate(once(stored)) }],
      })
    },
    onError: (error) => failed(messageOf(error, error.message)),
  })
  return {
    failures,
    decide: (items: Decision[]) => begin(() => deciding.mutate(once(items))),
    undo: (itemIds: number[]) => begin(() => undoing.mutate(once(itemIds))),
    isBusy,
  }
}

/** Accepts all rows of which the engine is sure, after their number was seen. */
function AcceptSure({ batch, onAccept, busy }: { batch: Batch; onAccept: (items: Decision[]) => void; busy: boolean }) {
  const [found, setFound] = useState<BatchItem[] | null>(null)
  const looking = useMutation({
    mutationFn: () => undecidedAbove(batch.id, SURE),
    onSuccess: setFound,
    onError: (error) =>
      toast({ tone: 'bad', title: 'The rows could not be loaded', description: messageOf(error, error.message) }),
  })
  if (found === null)
    return (
      <Button icon={Check} busy={busy || looking.isPending} onClick={() => looking.mutate()}>
        {ACCEPT_SURE}
      </Button>
    )
  return (
    <span className="row wrap" role="group" aria-label={ACCEPT_SURE}>
      <span className="text-13" role="status">
        {found.length === 0
          ? `No suggestion is above ${percent(SURE)}.`
          : `${countOf(found.length)} ${found.length === 1 ? 'is' : 'are'} above ${percent(SURE)}.`}
      </span>
      {found.length > 0 && (
        <Button
          look="primary"
          busy={busy}
          onClick={() => {
            onAccept(found.map(({ itemId }) => ({ itemId, decision: 'accept' })))
            setFound(null)
          }}
        >
          Accept {countOf(found.length)}
        </Button>
      )}
      <Button look="quiet" onClick={() => setFound(null)}>
        {found.length === 0 ? 'Close' : 'Cancel'}
      </Button>
    </span>
  )
}

/** The control that had the focus last, and where its row stood. */
interface Acted {
  control: Element
  index: number
  name: string
}

function rowsIn(section: HTMLElement | null): Element[] {
  return [...(section?.querySelectorAll('tbody tr:not([data-below])') ?? [])]
}

/** "Accept" of "Accept RFD-2026-0007": what a control does, whichever row it belongs to. */
const wordOf = (control: Element) => control.ariaLabel?.split(' ')[0] ?? ''

/** The control of the same word in the row that stands there now, else its first one, else the way to other rows. */
function nextControl(section: HTMLElement | null, was: Acted): HTMLElement | null {
  const rows = rowsIn(section)
  const buttons = [...(rows[Math.min(was.index, rows.length - 1)]?.querySelectorAll('button') ?? [])]
  return (
    buttons.find((button) => wordOf(button) === was.name) ??
    buttons[0] ??
    section?.querySelector<HTMLElement>('.empty button') ??
    null
  )
}

/** The rows of a batch: each is accepted, corrected or skipped, and every decision can be undone. */
export function BatchReview({ batch, polling }: { batch: Batch; polling: BatchPolling }) {
  const [decided, setDecided] = useState<Decided>('none')
  const [page, setPage] = useState(1)
  const heading = useRef<HTMLHeadingElement>(null)
  const items = useQuery(itemsOptions(batch, polling, decided, page))
  const { shown, missing } = useOwnData(items)
  const section = useRef<HTMLElement>(null)
  const acted = useRef<Acted | null>(null)
  const { failures, decide, undo, isBusy } = useDecisions(batch)
  useEffect(() => {
    const was = acted.current
    if (!items.data || !was || was.control.isConnected || document.activeElement !== document.body) return
    // The row that had the focus has left the list: the one that takes its place has it.
    const next = nextControl(section.current, was) ?? heading.current
    next?.focus()
  }, [items.data])
  const rows = shown?.items ?? []
  // The way back stays where a page is missing.
  const total = (shown ?? items.data)?.total ?? 0
  // All of this page was decided, and others are left.
  const isEmptyPage = rows.length === 0 && Boolean(shown?.total)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only hears where the focus is
    <section
      className="card"
      aria-labelledby="batch-review"
      ref={section}
      onFocus={({ target }) => {
        let row = target.closest('tr')
        while (row?.matches('[data-below]')) row = row.previousElementSibling as HTMLTableRowElement | null
        const index = row ? rowsIn(section.current).indexOf(row) : -1
        if (index >= 0) acted.current = { control: target, index, name: wordOf(target) }
      }}
    >
      <div className={classes('tools', styles.tools)}>
        <h2 className="h-14" id="batch-review" ref={heading} tabIndex={-1}>
          Suggestions
        </h2>
        <Choice
          label="Which suggestions"
          value={decided}
          options={VIEWS}
          onChange={(next) => {
            setDecided(next)
            setPage(1)
          }}
        />
        <span className="grow" />
        <span className="text-12 muted">Nothing changes until you accept it</span>
        {decided === 'none' && batch.undecided > 0 && <AcceptSure batch={batch} onAccept={decide} busy={isBusy} />}
      </div>
      {missing === 'failed' ? (
        <div className="pad">
          <ReadError title="The suggestions could not be loaded" query={items} />
        </div>
      ) : missing === 'offline' ? (
        <div className="pad">
          <NotLoaded what="These suggestions were not loaded" />
        </div>
      ) : !shown ? (
        <div className="pad">
          <Loading>
            <Skeleton height={200} />
          </Loading>
        </div>
      ) : rows.length === 0 ? (
        <EmptyState
          title={isEmptyPage ? 'Nothing left on this page' : NOTHING[decided]}
          level={3}
          actions={isEmptyPage && <Button onClick={() => setPage(1)}>Go to the first page</Button>}
        />
      ) : (
        <Scrolling label="Suggestions" className={styles.box}>
          <table className={styles.table}>
            <thead>
              <tr>
                {['Request', 'Priority', 'Department', 'Type', 'Estimate', 'Confidence', 'Decision'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody {...SEQUENCE}>
              {rows.map((item) => (
                <BatchRow
                  key={item.itemId}
                  item={item}
                  failure={failures.get(item.itemId)}
                  busy={isBusy}
                  onDecide={(decision) => decide([{ itemId: item.itemId, ...decision }])}
                  onUndo={() => undo([item.itemId])}
                />
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      {total > 0 && (
        <footer>
          <Pager page={page} total={total} pageSize={PAGE_SIZE} onPage={setPage} />
        </footer>
      )}
    </section>
  )
}
