import { expect, test } from 'vitest'
import { DEFAULT_CARDS, type PlacedCard } from '../../../shared/dashboard-cards.ts'
import { groupCards, moveCard, permittedCards } from './cards.ts'

const shown = (...cards: PlacedCard['card'][]): PlacedCard[] => cards.map((card) => ({ card, isShown: true }))
const names = (cards: readonly PlacedCard[]) => cards.map(({ card }) => card)

test('a card is hidden without its permission', () => {
  expect(names(permittedCards(DEFAULT_CARDS, ['requests.create']))).toEqual(['waiting', 'own-open'])
  expect(names(permittedCards(DEFAULT_CARDS, ['dashboard.view']))).not.toContain('checklist')
  // The figures of the office replace the own open requests.
  expect(names(permittedCards(DEFAULT_CARDS, ['dashboard.view']))).not.toContain('own-open')
  expect(names(permittedCards(DEFAULT_CARDS, ['settings.manage']))).toEqual(['checklist', 'waiting', 'own-open'])
})

test('neighbours of one kind are drawn together, hidden cards between them or not', () => {
  const cards = [
    ...shown('volume-chart', 'status-chart', 'overdue'),
    { card: 'checklist', isShown: false } as const,
    ...shown('total'),
  ]
  expect(groupCards(cards)).toEqual([
    { kind: 'charts', cards: ['volume-chart', 'status-chart'] },
    { kind: 'figures', cards: ['overdue', 'total'] },
  ])
  expect(groupCards(shown('total', 'own-open', 'overdue')).map(({ kind }) => kind)).toEqual([
    'figures',
    'own',
    'figures',
  ])
  expect(groupCards(cards.map(({ card }) => ({ card, isShown: false })))).toEqual([])
})

test('a card moves past its neighbour on the screen, and past what lies hidden from view between them', () => {
  const cards = shown('total', 'checklist', 'overdue', 'status-chart')
  const visible = ['total', 'overdue', 'status-chart'] as const
  expect(names(moveCard(cards, visible, 'overdue', -1))).toEqual(['overdue', 'total', 'checklist', 'status-chart'])
  expect(names(moveCard(cards, visible, 'total', 1))).toEqual(['checklist', 'overdue', 'total', 'status-chart'])
  expect(names(moveCard(cards, visible, 'overdue', 1))).toEqual(['total', 'checklist', 'status-chart', 'overdue'])
})

test('at either end there is nothing to move past', () => {
  const cards = shown('total', 'overdue')
  expect(moveCard(cards, ['total', 'overdue'], 'total', -1)).toEqual(cards)
  expect(moveCard(cards, ['total', 'overdue'], 'overdue', 1)).toEqual(cards)
})
