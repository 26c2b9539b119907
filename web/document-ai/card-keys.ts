import type { KeyboardEvent } from 'react'

/** The proposal that an element inside the list belongs to. */
export function cardOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-proposal]') : null
}

/** Arrow keys move the focus to the same control of the next proposal. */
export function onCardKey(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const { target, currentTarget } = event
  const own = cardOf(target)
  if (by === undefined || !own || !(target instanceof HTMLElement) || target.closest('input')) return
  const cards = [...currentTarget.querySelectorAll<HTMLElement>('[data-proposal]')]
  const next = cards[cards.indexOf(own) + by]
  if (!next) return
  event.preventDefault()
  const act = target.dataset['act']
  const same = act === undefined ? null : next.querySelector<HTMLElement>(`[data-act="${act}"]`)
  const first = next.querySelector<HTMLElement>('[data-act]')
  ;(same ?? first)?.focus()
}
