/** The cards of the dashboard in their first order, the specification's before our own; a person may order and hide them. */
export const DASHBOARD_CARDS = [
  'checklist',
  'total',
  'pending-review',
  'completed',
  'overdue',
  'status-chart',
  'volume-chart',
  'own-open',
] as const
export type DashboardCard = (typeof DASHBOARD_CARDS)[number]

/** One place of a person's own dashboard. */
export interface PlacedCard {
  card: DashboardCard
  isShown: boolean
}

/** Every card in its first order. */
export const DEFAULT_CARDS: readonly PlacedCard[] = DASHBOARD_CARDS.map((card) => ({ card, isShown: true }))

/**
 * A person's own arrangement with every card in it once: one that it doesn't name, because it is newer, is shown after the
 * card that it follows by default.
 * @param own null where the person has arranged nothing
 */
export function completeCards(own: readonly PlacedCard[] | null): readonly PlacedCard[] {
  if (own === null) return DEFAULT_CARDS
  const cards = [...own]
  for (const [place, card] of DASHBOARD_CARDS.entries()) {
    if (cards.some((placed) => placed.card === card)) continue
    const before = DASHBOARD_CARDS[place - 1]
    cards.splice(cards.findIndex((placed) => placed.card === before) + 1, 0, { card, isShown: true })
  }
  return cards
}

/**
 * What is stored, as far as it is known: a card that no longer exists is left out, and of one named twice the second.
 * @param stored JSON
 */
export function parseCards(stored: string | null): PlacedCard[] | null {
  if (stored === null) return null
  const found: unknown = JSON.parse(stored)
  if (!Array.isArray(found)) return null
  const cards = new Map<DashboardCard, PlacedCard>()
  for (const one of found as Partial<PlacedCard>[]) {
    const card = DASHBOARD_CARDS.find((known) => known === one.card)
    if (card && !cards.has(card)) cards.set(card, { card, isShown: one.isShown !== false })
  }
  return [...cards.values()]
}
