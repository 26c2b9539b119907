import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Note } from '../../ui/Note.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useActor } from '../../people/common/use-actor.ts'
import { batchesOptions } from './api.ts'
import { BatchPolling } from './batch-polling.ts'
import { BatchReview } from './BatchReview.tsx'
import { BatchStart } from './BatchStart.tsx'
import { useItems } from './use-items.ts'
import { BatchRun, type BatchRunProps } from './BatchRun.tsx'

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
function Analysis({ batch, polling, onAgain }: BatchRunProps & { onAgain?: () => void }) {
  const items = useItems(batch, polling)
  const counts = (items.shown ?? items.query.data)?.counts
  return (
    <>
      {onAgain && <BatchRun batch={batch} polling={polling} counts={counts} onAgain={onAgain} />}
      <BatchReview batch={batch} items={items} />
    </>
  )
}
