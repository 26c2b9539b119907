import type { Reading } from '../../shared/assistant/query.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import type { Ask } from './ask.ts'
import styles from './asking.module.css'

interface ChoicesProps {
  label: string
  choices: Reading['choices']
  onAsk: Ask
  busy: boolean
  /** printed as well: an answer asks which of them was meant */
  isPrinted?: boolean
}

/** Complete questions, each asked with a click. They stay, so that another can be asked afterwards. */
export function Choices({ label, choices, onAsk, busy, isPrinted = false }: ChoicesProps) {
  return (
    <ul className={classes(styles.choices, isPrinted && styles.meant)} aria-label={label}>
      {choices.map((choice) => (
        <li key={choice.label}>
          <Button
            size="small"
            // A question keeps its own text direction beside a right-to-left sentence.
            dir="auto"
            off={busy}
            onClick={() => onAsk(choice.label, choice.query)}
          >
            {choice.label}
          </Button>
        </li>
      ))}
    </ul>
  )
}
