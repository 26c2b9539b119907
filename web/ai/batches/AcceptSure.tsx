import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Batch, BatchItem } from '../../../shared/ai-batches.ts'
import { SURE } from '../../../shared/chance.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { percent } from '../../ui/formats/percent.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { toast } from '../../ui/toast.ts'
import { listUndecidedAbove } from './api.ts'
import { countOf } from './BatchStart.tsx'
import type { Decision } from './use-decisions.ts'

const ACCEPT_SURE = `Accept all above ${percent(SURE)}`

interface AcceptSureProps {
  batch: Batch
  onAccept: (items: Decision[]) => void
  busy: boolean
}

/** Accepts all differing rows of which the engine is sure, after showing their number. */
export function AcceptSure({ batch, onAccept, busy }: AcceptSureProps) {
  const [items, setItems] = useState<BatchItem[] | null>(null)
  const box = useRef<HTMLSpanElement>(null)
  const keepFocus = useFocusFallback(box, '[tabindex], button', items)
  const looking = useMutation({
    mutationFn: () => listUndecidedAbove(batch.id, SURE),
    onSuccess: setItems,
    onError: (error) =>
      toast({ tone: 'bad', title: 'The rows could not be loaded', description: messageOf(error, error.message) }),
  })
  const look = () => {
    keepFocus()
    looking.mutate()
  }
  const close = () => {
    keepFocus()
    setItems(null)
  }
  return (
    <span ref={box}>
      {items === null ? (
        <Button icon={Check} busy={busy || looking.isPending} onClick={look}>
          {ACCEPT_SURE}
        </Button>
      ) : (
        <span className="row wrap" role="group" aria-label={ACCEPT_SURE}>
          {/* Focused first: a key held down must not accept them unread. */}
          <span className="text-13" tabIndex={-1}>
            {items.length === 0
              ? `No suggestion is above ${percent(SURE)}.`
              : `${countOf(items.length)} ${items.length === 1 ? 'is' : 'are'} above ${percent(SURE)}.`}
          </span>
          {items.length > 0 && (
            <Button
              look="primary"
              busy={busy}
              onClick={() => {
                onAccept(items.map(({ itemId }) => ({ itemId, decision: 'accept' })))
                setItems(null)
              }}
            >
              Accept {countOf(items.length)}
            </Button>
          )}
          <Button look="quiet" onClick={close}>
            {items.length === 0 ? 'Close' : 'Cancel'}
          </Button>
        </span>
      )}
    </span>
  )
}
