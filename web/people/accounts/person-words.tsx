import type { Person, PersonState } from '../../../shared/team.ts'
import { fullInstant, nearInstant } from '../../ui/formats/dates.ts'
import { classes } from '../../ui/classes.ts'

export const STATE_LABELS: Record<PersonState, string> = {
  active: 'Active',
  invited: 'Invited',
  inactive: 'Inactive',
}
const LOOKS: Record<PersonState, string> = { active: 'done', invited: 'pending', inactive: 'cancelled' }

export function StateBadge({ state }: { state: PersonState }) {
  return <span className={classes('status', LOOKS[state])}>{STATE_LABELS[state]}</span>
}

/** When a person was last here. */
export function lastSeen(instant: string | null): string {
  return instant === null ? 'Never' : nearInstant(instant)
}

export function invitationLine({ invitedUntil }: Pick<Person, 'invitedUntil'>): string {
  return invitedUntil === null ? 'The invitation has expired' : `Invited until ${fullInstant(invitedUntil)}`
}
