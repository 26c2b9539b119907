import type { Ref } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { BatchRowProps } from './BatchRow.tsx'

const DECIDED = { accept: 'Accepted', correct: 'Corrected', skip: 'Skipped' } as const

type DecidedProps = Pick<BatchRowProps, 'item' | 'busy' | 'mayDecide' | 'onUndo'> & { decision: keyof typeof DECIDED }

/** What was decided, and its undoing. */
export function Decided({ item, decision, busy, mayDecide, onUndo }: DecidedProps) {
  return (
    <>
      <span className="text-12 muted">{DECIDED[decision]}</span>
      {mayDecide && (
        <Button size="small" look="quiet" off={busy} onClick={onUndo} aria-label={`Undo ${item.requestId}`}>
          Undo
        </Button>
      )}
    </>
  )
}

interface DecisionButtonsProps extends Pick<BatchRowProps, 'busy' | 'onDecide'> {
  requestId: string
  /** Without a difference no decision is needed, but a correction is still possible. */
  differs: boolean
  correct: Ref<HTMLButtonElement>
  correcting: boolean
  onCorrect: () => void
}

export function DecisionButtons(props: DecisionButtonsProps) {
  const { requestId, differs, busy, onDecide, correct, correcting, onCorrect } = props
  const deciding = (decision: 'accept' | 'skip', look: 'secondary' | 'quiet', label: string) => (
    <Button
      size="small"
      look={look}
      off={busy}
      aria-label={`${label} ${requestId}`}
      onClick={() => onDecide({ decision })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {differs ? deciding('accept', 'secondary', 'Accept') : <span className="text-12 muted">Nothing to change</span>}
      <Button
        size="small"
        look="quiet"
        ref={correct}
        aria-expanded={correcting}
        aria-label={`Correct ${requestId}`}
        onClick={onCorrect}
      >
        Correct
      </Button>
      {differs && deciding('skip', 'quiet', 'Skip')}
    </>
  )
}
