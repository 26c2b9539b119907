import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

const WHY = {
  offline: 'You are offline, and this page or search was not loaded before. It is read when the connection is back.',
  failed: 'No rows are shown, because those of another page or search are not the ones you asked for.',
}

interface ListMissingProps {
  why: keyof typeof WHY
  /** to the list that was read last; left out where there was none */
  onBack: (() => void) | undefined
}

/** In the place of rows that could not be read. */
export function ListMissing({ why, onBack }: ListMissingProps) {
  return (
    <EmptyState
      picture="search"
      title="These requests are not loaded"
      level={3}
      actions={onBack && <Button onClick={onBack}>Back to the rows that were loaded</Button>}
    >
      {WHY[why]}
    </EmptyState>
  )
}
