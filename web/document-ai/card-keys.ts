import type { KeyboardEvent } from 'react'

/** The proposal that something inside a list of them belongs to. */
export function cardOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-proposal]') : null
}

/** The arrows go from one proposal to the next, on the control of the same word. */
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
