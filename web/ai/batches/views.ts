import type { BatchItem } from '../../../shared/ai-batches.ts'
import type { Listed } from './api.ts'

export type View = 'differ' | 'agree' | 'accept' | 'correct' | 'skip'
export type Sort = NonNullable<Listed['sort']>

interface Shown {
  label: string
  rows: Pick<Listed, 'decision' | 'differs'>
  /** text of the empty state */
  nothing: string
}

export const VIEWS: Record<View, Shown> = {
  differ: { label: 'To review', rows: { decision: 'none', differs: 'true' }, nothing: 'Nothing left to review' },
  agree: {
    label: 'Agree',
    rows: { decision: 'none', differs: 'false' },
    nothing: 'No suggestion agrees with what is set',
  },
  accept: { label: 'Accepted', rows: { decision: 'accept' }, nothing: 'Nothing has been accepted yet' },
  correct: { label: 'Corrected', rows: { decision: 'correct' }, nothing: 'Nothing has been corrected yet' },
  skip: { label: 'Skipped', rows: { decision: 'skip' }, nothing: 'Nothing has been skipped yet' },
}

export const SORTS: { value: Sort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'difference', label: 'By what differs' },
  { value: 'surest', label: 'Most certain first' },
  { value: 'least-sure', label: 'Least certain first' },
]

/** The fields that a suggestion would change in its request; none while the row is pending. */
export function differing({ current, suggested }: BatchItem): ('priority' | 'department')[] {
  if (!suggested) return []
  return (['priority', 'department'] as const).filter((field) => current[field] !== suggested[field])
}

/** The difference of a row, as the heading of all rows with the same one. */
export function differenceOf(item: BatchItem): string {
  const fields = differing(item)
  if (fields.length === 2) return 'Priority and department differ'
  if (fields.length === 0) return item.suggested ? 'Nothing differs' : 'Not analyzed yet'
  return fields[0] === 'priority' ? 'Priority differs' : 'Department differs'
}
