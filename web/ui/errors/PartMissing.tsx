import { RefreshCw } from 'lucide-react'
import { Button } from '../Button.tsx'
import { Note } from '../Note.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { OUTDATED, useOutdated } from './outdated.ts'
import { say } from '../../../shared/texts/say.ts'

/** Shown instead of a part whose code failed to load: offers a retry, or a page reload after an update of the server. */
export function PartMissing({ again }: { again: () => void }) {
  const isOutdated = useOutdated()
  if (!isOutdated)
    return (
      <ErrorNote
        title={say('This part could not be loaded')}
        safe={say('Nothing you typed was lost')}
        onRetry={again}
      />
    )
  return (
    <Note
      icon={RefreshCw}
      title={OUTDATED.title}
      role="alert"
      action={
        <Button size="small" icon={RefreshCw} onClick={() => window.location.reload()}>
          {say('Refresh Page')}
        </Button>
      }
    >
      <p>{OUTDATED.text}</p>
    </Note>
  )
}
