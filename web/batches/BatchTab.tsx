import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, ScanText } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Batch, BatchItems } from '../../shared/ai-batches.ts'
import { useIsLate } from '../client/own-data.ts'
import { fullInstant } from '../formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { ErrorNote } from '../errors/ErrorNote.tsx'
import { ReadError } from '../errors/ReadError.tsx'
import { Note } from '../ui/Note.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { statusOptions } from '../suggestions/api.ts'
import { useActor } from '../vocabulary/use-actor.ts'
import { batchesOptions, refreshBatches, stopBatch } from './api.ts'
import { BatchPolling } from './batch-polling.ts'
import { BatchReview } from './BatchReview.tsx'
import { BatchStart, countOf } from './BatchStart.tsx'
import { useItems } from './use-items.ts'
import styles from './batch.module.css'
import { classes } from '../ui/classes.ts'

/** Analysis of the backlog by the engine: start, progress, and the rows to review. */
export default function BatchTab() {
  const [polling] = useState(() => new BatchPolling())
  const batches = useQuery(batchesOptions(polling))
  const [choosing, setChoosing] = useState(false)
  const newest = batches.data?.[0]
  const mayEdit = useActor().permissions.has('requests.edit')
  const box = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(box, 'h2', `${newest?.id} ${choosing}`)
  const choose = (wantsTo: boolean) => {
    keepFocus()
    setChoosing(wantsTo)
  }
  if (batches.isError && !batches.data) return <ReadError title="The analyses could not be loaded" query={batches} />
  if (!batches.data)
    return (
      <Loading label="Loading the analysis">
        <Skeleton height={140} />
      </Loading>
    )
  return (
    <div className="stack" ref={box}>
      {!mayEdit && <NotAllowed />}
      {mayEdit && (!newest || choosing) && (
        <BatchStart
          onStart={keepFocus}
          onStarted={() => choose(false)}
          {...(newest ? { onCancel: () => choose(false) } : {})}
        />
      )}
      {newest && (
        <Analysis
          key={newest.id}
          batch={newest}
          polling={polling}
          {...(choosing ? {} : { onAgain: () => choose(true) })}
        />
      )}
    </div>
  )
}

function NotAllowed() {
  return (
    <Note tone="amber" icon={CircleAlert} role="status" title="Your role cannot edit requests">
      <p>
        Starting an analysis and deciding on its suggestions need that permission. An administrator can give it to your
        role.
      </p>
    </Note>
  )
}

/** The newest run and its rows. @param onAgain undefined while another part of the backlog is being chosen */
function Analysis({ batch, polling, onAgain }: RunProps & { onAgain?: () => void }) {
  const items = useItems(batch, polling)
  const counts = (items.shown ?? items.query.data)?.counts
  return (
    <>
      {onAgain && <Run batch={batch} polling={polling} counts={counts} onAgain={onAgain} />}
      <BatchReview batch={batch} items={items} />
    </>
  )
}

const STALLED_AFTER_MS = 20_000

type Counts = BatchItems['counts']

interface RunProps {
  batch: Batch
  polling: BatchPolling
}

/** Explains a stall; the engine's status is fetched only then. Keyed by progress and number of checks: both restart its timers. */
function Stalled({ batch, polling, onCheckAgain }: RunProps & { onCheckAgain: () => void }) {
  const [givenUpIn] = useState(() => polling.givenUpInMs(batch))
  const isStalled = useIsLate(true, STALLED_AFTER_MS)
  const isGivenUp = useIsLate(true, givenUpIn)
  const { data } = useQuery({ ...statusOptions(), enabled: isStalled })
  if (isGivenUp)
    return (
      <div className="row wrap text-13 soft" role="status">
        There has been no progress for 15 minutes, so this page has stopped checking.
        <Button size="small" onClick={onCheckAgain}>
          Check again
        </Button>
      </div>
    )
  if (!isStalled) return null
  return (
    <p className="text-13 soft" role="status">
      {data?.state === 'down'
        ? 'The engine is not available at the moment.'
        : 'There has been no progress for a while.'}{' '}
      The analysis goes on by itself; you can also stop it.
    </p>
  )
}

/** Progress of the newest run. */
function Run({ batch, polling, counts, onAgain }: RunProps & { counts: Counts | undefined; onAgain: () => void }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => stopBatch(batch.id) })
  const [checks, setChecks] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const mayEdit = useActor().permissions.has('requests.edit')
  const lookAgain = () => {
    // The button disappears with its note.
    heading.current?.focus()
    polling.restart()
    void refreshBatches()
    setChecks(checks + 1)
  }
  const isRunning = batch.state === 'running'
  const words = {
    running: 'Analyzing the backlog',
    finished: 'The backlog has been analyzed',
    cancelled: 'The analysis was stopped',
  }[batch.state]
  return (
    <section className={classes('card', styles.run)} aria-labelledby="batch-run">
      <div className="grow stack gap-2">
        <div className="row wrap between text-13">
          <span>
            <h2 className="semibold text-13" id="batch-run" ref={heading} tabIndex={-1}>
              {words}
            </h2>
            <span className="muted" role="status">
              {count(batch.done)} of {countOf(batch.total)}
              {isRunning ? '' : ` · started ${fullInstant(batch.createdAt)}`}
            </span>
          </span>
          {isRunning ? (
            <Button size="small" look="quiet" busy={isPending} onClick={() => mutate()}>
              Stop
            </Button>
          ) : (
            mayEdit && (
              <Button size="small" icon={ScanText} onClick={onAgain}>
                Analyze again
              </Button>
            )
          )}
        </div>
        <Progress value={batch.done} max={Math.max(1, batch.total)} label="Requests analyzed" />
        {isRunning && (
          <Stalled key={`${batch.done} ${checks}`} batch={batch} polling={polling} onCheckAgain={lookAgain} />
        )}
        {error && <ErrorNote title="The analysis could not be stopped" error={error} />}
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>To review</dt>
          <dd>{counts ? count(counts.differ) : '–'}</dd>
        </div>
        <div>
          <dt>Agree with what is set</dt>
          <dd>{counts ? count(counts.agree) : '–'}</dd>
        </div>
        <div>
          <dt>Decided</dt>
          <dd>{count((batch.state === 'cancelled' ? batch.done : batch.total) - batch.undecided)}</dd>
        </div>
      </dl>
    </section>
  )
}
