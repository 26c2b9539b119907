import { useLayoutEffect, useRef } from 'react'
import type { DashboardCard, PlacedCard } from '../../../shared/dashboard-cards.ts'

interface Moved {
  card: DashboardCard
  by: 1 | -1
}

/** A row that moves in the document loses the focus: restores it to the button that moved it. */
export function useFocusOnMoved(cards: readonly PlacedCard[]) {
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<Moved | null>(null)
  const order = cards.map(({ card }) => card).join()
  const drawn = useRef(order)
  useLayoutEffect(() => {
    if (drawn.current === order) return
    drawn.current = order
    if (!moved.current) return
    const { card, by } = moved.current
    moved.current = null
    const buttonOf = (direction: number) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${card} ${direction}"]`)
    const same = buttonOf(by)
    // At the end of the list this button is disabled: focus the opposite one.
    ;(same?.getAttribute('aria-disabled') === 'true' ? buttonOf(-by) : same)?.focus()
  }, [order])
  return { list, keepFocusOn: (one: Moved) => (moved.current = one) }
}
