import { RefreshCw, TriangleAlert } from 'lucide-react'
import { rateLimitMessage } from './words.ts'
import { Button } from '../Button.tsx'
import { Note } from '../Note.tsx'
import { say } from '../../../shared/texts/say.ts'

export interface ErrorNoteProps {
  /** What failed, in the specification's words: "Failed to fetch requests". */
  title: string
  /** The error itself; its message is the second line. */
  error?: unknown
  /** What is safe: "Nothing you typed was lost." */
  safe?: string
  onRetry?: (() => void) | undefined
  retrying?: boolean
}

/** What happened, what is safe, what to do, and the reference to quote. */
export function ErrorNote({ title, error, safe, onRetry, retrying }: ErrorNoteProps) {
  const message = rateLimitMessage(error) ?? (error instanceof Error ? error.message : undefined)
  const reference = error instanceof Error && 'reference' in error ? error.reference : undefined
  const last = [typeof reference === 'string' && say('Reference {reference}', { reference }), safe]
    .filter(Boolean)
    .join(' · ')
  return (
    <Note
      tone="red"
      icon={TriangleAlert}
      title={title}
      role="alert"
      action={
        onRetry && (
          <Button size="small" icon={RefreshCw} onClick={onRetry} busy={retrying} busyLabel={say('Trying…')}>
            {say('Try again')}
          </Button>
        )
      }
    >
      {message && message !== title && <p>{message}</p>}
      {last && <p className="text-12">{last}</p>}
    </Note>
  )
}
