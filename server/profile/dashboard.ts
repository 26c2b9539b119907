import type { PlacedCard } from '../../shared/dashboard-cards.ts'
import type { Actor } from '../actor.ts'
import { keepDashboard } from '../users/service.ts'
import type { Deps } from './deps.ts'

/**
 * Keeps how the actor has arranged their own dashboard; their sessions say so from the next call on.
 * @param cards null for the order of the specification
 */
export async function arrangeDashboard(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  actor: Actor,
  cards: readonly PlacedCard[] | null,
): Promise<void> {
  await keepDashboard({ db }, actor.id, cards && JSON.stringify(cards))
  sessions.forgetUser(actor.id)
}
