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

/** Complete questions, each asked with a click. They stay, so that another can be asked afterwards. */
export function Choices({ label, choices, onAsk, busy }: ChoicesProps) {
  return (
    <ul className={styles.choices} aria-label={label}>
      {choices.map((choice) => (
        <li key={choice.label}>
          <Button
            size="small"
            // A question keeps its own text direction beside a right-to-left sentence.
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
