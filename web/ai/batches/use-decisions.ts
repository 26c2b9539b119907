import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Batch, BatchDecisions, BatchOutcome } from '../../../shared/ai-batches.ts'
import { newKey } from '../../client/idempotency-key.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { useOneAtATime } from '../suggestions/one-at-a-time.ts'
import { toast } from '../../ui/toast.ts'
import { decide, undo } from './api.ts'
import { countOf } from './BatchStart.tsx'

export type Decision = BatchDecisions['items'][number]
const DECIDING = ['decide-batch']
const DONE = { accept: 'accepted', correct: 'corrected', skip: 'skipped' } as const

/** Rows with an idempotency key. */
interface Once<Row> {
  rows: Row[]
  key: string
}
const once = <Row>(rows: Row[]): Once<Row> => ({ rows, key: newKey() })

const firstError = (outcome: BatchOutcome) => outcome.find(({ ok }) => !ok)?.error ?? undefined

/** Applies and reverts decisions, and holds the failures to show beside their rows. */
export function useDecisions(batch: Batch) {
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
      // The row may have left this list after a decision elsewhere, so the failure beside it is not enough.
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
