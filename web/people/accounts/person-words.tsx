import type { Person, PersonState } from '../../../shared/team.ts'
import { fullInstant, nearInstant } from '../../ui/formats/dates.ts'
import type { Tone } from '../../ui/classes.ts'

export const STATE_LABELS: Record<PersonState, string> = {
  active: 'Active',
  invited: 'Invited',
  inactive: 'Inactive',
}
const TONES: Record<PersonState, Tone> = { active: 'green', invited: 'amber', inactive: 'grey' }

export function StateBadge({ state }: { state: PersonState }) {
  return <span className={`status tone-${TONES[state]}`}>{STATE_LABELS[state]}</span>
}

/** When a person was last here. */
export function lastSeen(instant: string | null): string {
  return instant === null ? 'Never' : nearInstant(instant)
}

export function invitationLine({ invitedUntil }: Pick<Person, 'invitedUntil'>): string {
  return invitedUntil === null ? 'The invitation has expired' : `Invited until ${fullInstant(invitedUntil)}`
}
