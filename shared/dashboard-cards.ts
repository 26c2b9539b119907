/** The dashboard's cards in default order, the specification's before our own; a person may reorder and hide them. */
export const DASHBOARD_CARDS = [
  'checklist',
  'total',
  'pending-review',
  'completed',
  'overdue',
  'status-chart',
  'volume-chart',
  'waiting',
  'own-open',
] as const
export type DashboardCard = (typeof DASHBOARD_CARDS)[number]

/** A card's place in a person's own dashboard. */
export interface PlacedCard {
  card: DashboardCard
  isShown: boolean
}

/** Every card in the default order. */
export const DEFAULT_CARDS: readonly PlacedCard[] = DASHBOARD_CARDS.map((card) => ({ card, isShown: true }))

/**
 * Completes a person's own arrangement, so that it has every card once: a card it does not name, because it is newer, is
 * inserted after its predecessor in the default order.
 * @param own null if the person has arranged nothing
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
 * The known part of a stored arrangement: cards that no longer exist and second mentions are dropped.
 * @param stored JSON
 */
export function parseCards(stored: string | null): PlacedCard[] | null {
  if (stored === null) return null
  const parsed: unknown = JSON.parse(stored)
  if (!Array.isArray(parsed)) return null
  const cards = new Map<DashboardCard, PlacedCard>()
  for (const one of parsed as Partial<PlacedCard>[]) {
    const card = DASHBOARD_CARDS.find((known) => known === one.card)
    if (card && !cards.has(card)) cards.set(card, { card, isShown: one.isShown !== false })
  }
  return [...cards.values()]
}
