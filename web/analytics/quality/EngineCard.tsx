import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { AiStatus } from '../../../shared/ai.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { fullInstant } from '../../ui/formats/dates.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { FactGrid } from '../../ui/FactGrid.tsx'
import { toast } from '../../ui/toast.ts'
import { askForTraining, statusOptions } from '../../ai/suggestions/api.ts'

const STATES: { [state in AiStatus['state']]: string } = { starting: 'Starting', ready: 'Ready', down: 'Not available' }

/** State of the engine, and for administrators a button to start training. */
export function EngineCard() {
  const client = useQueryClient()
  const { data } = useQuery(statusOptions())
  const may = useActor().permissions.has('settings.manage')
  const { mutate, isPending } = useMutation({
    mutationFn: askForTraining,
    onSuccess: ({ message }) => {
      toast({ tone: 'good', title: 'Training', description: message })
      // Training starts a moment later. Marked as running, the card polls until it has finished.
      client.setQueryData(statusOptions().queryKey, (now) => now && { ...now, training: true })
    },
    onError: (error) =>
      toast({ tone: 'bad', title: 'Error', description: messageOf(error, 'Training could not be started') }),
  })
  if (!data) return null
  const { engine, state, indexed, waiting, training, trainedAt, languageModel } = data
  return (
    <section className="card padded stack gap-2" aria-labelledby="engine">
      <div className="row between wrap">
        <h2 className="h-14" id="engine">
          The engine
        </h2>
        {may && (
          <Button
            size="small"
            icon={RefreshCw}
            busy={isPending || training}
            busyLabel="Training…"
            onClick={() => mutate()}
          >
            Train now
          </Button>
        )}
      </div>
      <FactGrid
        boxes={[
          { label: 'State', value: STATES[state] },
          { label: 'Engine', value: engine ? `${engine.name} ${engine.version}` : 'Not yet' },
          {
            label: 'Learned from',
            value: engine ? `${count(engine.learnedFrom)} requests of this office` : 'Not yet',
          },
          { label: 'Trained', value: trainedAt ? fullInstant(trainedAt) : 'Not yet' },
          {
            label: 'Requests to compare with',
            value: indexed ? count(indexed) : 'Loaded on first use',
            span: 4,
          },
          { label: 'Waiting for classification', value: waiting === null ? '–' : count(waiting), span: 4 },
          { label: 'Language model', value: languageModel ?? 'None', span: 4 },
        ]}
      />
    </section>
  )
}
