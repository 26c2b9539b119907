import { expect, test } from 'vitest'
import { completeCards, DASHBOARD_CARDS, DEFAULT_CARDS, parseCards, type PlacedCard } from './dashboard-cards.ts'

const shown = (...cards: PlacedCard['card'][]) => cards.map((card) => ({ card, isShown: true }))

test('who has arranged nothing has every card in the order of the specification', () => {
  expect(completeCards(parseCards(null))).toEqual(DEFAULT_CARDS)
  expect(DEFAULT_CARDS.map(({ card }) => card)).toEqual([
    'checklist',
    'total',
    'pending-review',
    'completed',
    'overdue',
    'status-chart',
    'volume-chart',
    'waiting',
    'own-open',
  ])
})

test('a card that came later is shown behind the one it follows by default', () => {
  const own = [
    { card: 'overdue', isShown: false } as const,
    ...shown('volume-chart', 'total', 'checklist', 'completed'),
  ]
  expect(completeCards(own).map(({ card }) => card)).toEqual([
    'overdue',
    'status-chart',
    'volume-chart',
    'waiting',
    'own-open',
    'total',
    'pending-review',
    'checklist',
    'completed',
  ])
  expect(completeCards([]).map(({ card }) => card)).toEqual([...DASHBOARD_CARDS])
})

test('unknown and repeated cards of a stored arrangement are left out', () => {
  const stored = [
    { card: 'weather', isShown: true },
    { card: 'overdue', isShown: false },
    { card: 'overdue', isShown: true },
    { card: 'total' },
  ]
  expect(parseCards(JSON.stringify(stored))).toEqual([
    { card: 'overdue', isShown: false },
    { card: 'total', isShown: true },
  ])
  expect(parseCards('{}')).toBeNull()
})
