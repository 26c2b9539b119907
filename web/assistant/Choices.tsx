import type { Reading } from '../../shared/assistant/query.ts'
import { Button } from '../ui/Button.tsx'
import type { Ask } from './ask.ts'
import styles from './asking.module.css'

interface ChoicesProps {
  label: string
  choices: Reading['choices']
  onAsk: Ask
  busy: boolean
}

/** Complete questions, each answered when pressed. They stay where they are, so that another can be pressed after. */
export function Choices({ label, choices, onAsk, busy }: ChoicesProps) {
  return (
    <ul className={styles.choices} aria-label={label}>
      {choices.map((choice) => (
        <li key={choice.label}>
          <Button
            size="small"
            // A question keeps its own direction beside a sentence from right to left.
            dir="auto"
            aria-disabled={busy || undefined}
            onClick={() => !busy && onAsk(choice.label, choice.query)}
          >
            {choice.label}
          </Button>
        </li>
      ))}
    </ul>
  )
}
