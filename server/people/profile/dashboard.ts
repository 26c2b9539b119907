import type { PlacedCard } from '../../../shared/dashboard-cards.ts'
import type { Actor } from '../../platform/actor.ts'
import { keepDashboard } from '../accounts/service.ts'
import type { Deps } from './deps.ts'

/**
 * Stores the actor's own arrangement of the dashboard; their sessions return it from the next call on.
 * @param cards null for the default order
 */
export async function arrangeDashboard(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  actor: Actor,
  cards: readonly PlacedCard[] | null,
): Promise<void> {
  await keepDashboard({ db }, actor.id, cards && JSON.stringify(cards))
  sessions.forgetUser(actor.id)
}
