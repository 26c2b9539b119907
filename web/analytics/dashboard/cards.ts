import type { DashboardCard, PlacedCard } from '../../../shared/dashboard-cards.ts'
import type { Permission } from '../../../shared/permissions.ts'

interface Card {
  name: string
  needs?: Permission
  /** replaces the figures of the office for people without them */
  isInstead?: boolean
}

const FIGURES = 'dashboard.view'
const CARDS: Record<DashboardCard, Card> = {
  checklist: { name: 'Set up this office', needs: 'settings.manage' },
  total: { name: 'Total Requests', needs: FIGURES },
  'pending-review': { name: 'Pending Review', needs: FIGURES },
  completed: { name: 'Completed', needs: FIGURES },
  overdue: { name: 'Overdue', needs: FIGURES },
  'status-chart': { name: 'Requests by status', needs: FIGURES },
  'volume-chart': { name: 'Created and finished', needs: FIGURES },
  waiting: { name: 'Waiting for me' },
  'own-open': { name: 'Your open requests', isInstead: true },
}

/** What is the person's own. */
export type OwnName = Extract<DashboardCard, 'waiting' | 'own-open'>
export type ChartName = Extract<DashboardCard, 'status-chart' | 'volume-chart'>
export type FigureName = Exclude<DashboardCard, ChartName | 'checklist' | OwnName>

export const nameOf = (card: DashboardCard): string => CARDS[card].name
/** For sentences about a card. */
export const isOrAre = (card: DashboardCard) => (card === 'own-open' ? 'are' : 'is')
const isOwn = (card: DashboardCard): card is OwnName => card === 'waiting' || card === 'own-open'
export const isChart = (card: DashboardCard): card is ChartName => card === 'status-chart' || card === 'volume-chart'

/** The cards that a person may see, in their order. */
export function permittedCards(cards: readonly PlacedCard[], permissions: readonly Permission[]): PlacedCard[] {
  return cards.filter(({ card }) => {
    const { needs, isInstead } = CARDS[card]
    if (isInstead && permissions.includes(FIGURES)) return false
    return needs === undefined || permissions.includes(needs)
  })
}

/** Cards drawn as one unit: figures in a frame, charts or the person's own cards in a row, or a single card. */
export type CardGroup =
  | { kind: 'figures'; cards: FigureName[] }
  | { kind: 'charts'; cards: ChartName[] }
  | { kind: 'own'; cards: OwnName[] }
  | { kind: 'checklist' }

/** Groups the shown cards: neighbours of one kind form one group. */
export function groupCards(cards: readonly PlacedCard[]): CardGroup[] {
  const groups: CardGroup[] = []
  for (const { card, isShown } of cards) {
    if (!isShown) continue
    const last = groups.at(-1)
    if (card === 'checklist') groups.push({ kind: card })
    else if (isOwn(card)) {
      if (last?.kind === 'own') last.cards.push(card)
      else groups.push({ kind: 'own', cards: [card] })
    } else if (isChart(card)) {
      if (last?.kind === 'charts') last.cards.push(card)
      else groups.push({ kind: 'charts', cards: [card] })
    } else if (last?.kind === 'figures') last.cards.push(card)
    else groups.push({ kind: 'figures', cards: [card] })
  }
  return groups
}

/**
 * All cards, with one of those on the screen moved past its neighbour there, and past any between the two that are not on
 * the screen.
 * @param visible the cards on the screen, in their order
 */
export function moveCard(
  all: readonly PlacedCard[],
  visible: readonly DashboardCard[],
  card: DashboardCard,
  by: 1 | -1,
): PlacedCard[] {
  const neighbour = visible[visible.indexOf(card) + by]
  const from = all.findIndex((placed) => placed.card === card)
  const to = all.findIndex((placed) => placed.card === neighbour)
  return to === -1 ? [...all] : all.toSpliced(from, 1).toSpliced(to, 0, all[from]!)
}
