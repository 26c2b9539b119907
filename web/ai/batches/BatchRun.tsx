import { useMutation, useQuery } from '@tanstack/react-query'
import { ScanText } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Batch, BatchItems } from '../../../shared/ai-batches.ts'
import { useIsLate } from '../../client/own-data.ts'
import { fullInstant } from '../../ui/formats/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { ErrorNote } from '../../ui/errors/ErrorNote.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { statusOptions } from '../suggestions/api.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { refreshBatches, stopBatch } from './api.ts'
import { BatchPolling } from './batch-polling.ts'
import { countOf } from './BatchStart.tsx'
import styles from './batch.module.css'
import { classes } from '../../ui/classes.ts'

const STALLED_AFTER_MS = 20_000

export interface BatchRunProps {
  batch: Batch
  polling: BatchPolling
}

/** Explains a stall; the engine's status is fetched only then. Keyed by progress and number of checks: both restart its timers. */
function Stalled({ batch, polling, onCheckAgain }: BatchRunProps & { onCheckAgain: () => void }) {
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
export function BatchRun(props: BatchRunProps & { counts: BatchItems['counts'] | undefined; onAgain: () => void }) {
  const { batch, polling, counts, onAgain } = props
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
