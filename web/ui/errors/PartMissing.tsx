import { RefreshCw } from 'lucide-react'
import { Button } from '../Button.tsx'
import { Note } from '../Note.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { OUTDATED, useOutdated } from './outdated.ts'

/** Shown instead of a part whose code failed to load: offers a retry, or a page reload after an update of the server. */
export function PartMissing({ again }: { again: () => void }) {
  const isOutdated = useOutdated()
  if (!isOutdated)
    return <ErrorNote title="This part could not be loaded" safe="Nothing you typed was lost" onRetry={again} />
  return (
    <Note
      icon={RefreshCw}
      title={OUTDATED.title}
      role="alert"
      action={
        <Button size="small" icon={RefreshCw} onClick={() => window.location.reload()}>
          Refresh Page
        </Button>
      }
    >
      <p>{OUTDATED.text}</p>
    </Note>
  )
}
