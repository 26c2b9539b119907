import { ArrowUp } from 'lucide-react'
import type { FormEvent, RefObject } from 'react'
import { LIMITS, shownText, tooLong } from '../../shared/text-rules.ts'
import type { DraftState } from '../requests/drafts/draft-state.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { Ask } from './ask.ts'
import styles from './composer.module.css'
import { classes } from '../ui/classes.ts'

interface ComposerProps {
  text: string
  onText: (text: string) => void
  draft: DraftState
  placeholder: string
  busy: boolean
  onSend: Ask
  field: RefObject<HTMLTextAreaElement | null>
}

/** Enter sends, Shift+Enter starts a new line; a blank message cannot be sent, and typed text is kept as a draft. */
export function Composer({ text, onText, draft, placeholder, busy, onSend, field }: ComposerProps) {
  const message = shownText(text)
  const isBlank = message === ''
  const refusal = tooLong(message, LIMITS.message)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isBlank || busy || refusal) return
    onSend(message)
    draft.clear()
    field.current?.focus()
  }
  return (
    <form className={styles.composer} onSubmit={send}>
      <div className={styles.field}>
        <textarea
          ref={field}
          className="input"
          rows={2}
          aria-label="Your message"
          aria-describedby={refusal ? 'composer-refusal' : 'composer-keys'}
          aria-invalid={refusal !== undefined || undefined}
          placeholder={placeholder}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) send(event)
          }}
        />
        <IconButton
          type="submit"
          look="primary"
          size="small"
          label="Send"
          icon={ArrowUp}
          disabled={isBlank}
          busy={busy}
        />
      </div>
      {refusal && (
        <p className="text-12 late" id="composer-refusal">
          {refusal}
        </p>
      )}
      <div className={classes('text-12 muted', styles.hints)}>
        <span id="composer-keys" className={styles.keys}>
          <kbd>Enter</kbd> send <kbd>Shift</kbd> <kbd>Enter</kbd> new line
        </span>
        <span>Answers come from this office’s own records</span>
      </div>
    </form>
  )
}
