import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { say, texts } from '../../../shared/texts/say.ts'

const WHY = texts({
  offline: 'You are offline, and this page or search has not been loaded yet. It will load when you are back online.',
  failed: 'No rows are shown, because the loaded ones belong to another page or search.',
})

interface ListMissingProps {
  why: keyof typeof WHY
  /** returns to the last loaded list; undefined if there is none */
  onBack: (() => void) | undefined
}

/** Shown instead of rows that could not be loaded. */
export function ListMissing({ why, onBack }: ListMissingProps) {
  return (
    <EmptyState
      picture="search"
      title={say('These requests have not been loaded')}
      level={3}
      actions={onBack && <Button onClick={onBack}>{say('Back to the rows that were loaded')}</Button>}
    >
      {WHY[why]}
    </EmptyState>
  )
}
