import type { KeyboardEvent } from 'react'
import { controlOf, rowOf, rowsIn, wordOf } from './rows.ts'

/** What a letter does in the row that has the focus. */
const ROW_KEYS: Record<string, string> = { a: 'Accept', c: 'Correct', s: 'Skip', w: 'Why' }

/**
 * A, C, S and W press the buttons of the row that has the focus, and the arrows go to the next one and back. Escape leaves a
 * correction.
 */
export function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, ctrlKey, altKey, metaKey, repeat } = event
  if (!(target instanceof HTMLElement) || ctrlKey || altKey || metaKey) return
  // A letter typed into a list of values selects there.
  const below = target.closest('[data-below]')
  if (below) {
    if (key === 'Escape') below.querySelector<HTMLElement>('[data-escape]')?.click()
    return
  }
  const row = rowOf(target)
  if (!row) return
  // Held down, Enter would press the next row's button, too, once that has the focus.
  if (repeat && key === 'Enter') return event.preventDefault()
  const word = ROW_KEYS[key.toLowerCase()]
  if (word) {
    // The focus goes on to the next row: a key held down would decide that one, too.
    if (!repeat) controlOf(row, word)?.click()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined) return
  const rows = rowsIn(event.currentTarget)
  const next = rows[rows.indexOf(row) + step]
  const control = controlOf(next, wordOf(target)) ?? next?.querySelector('button') ?? next?.querySelector('a')
  if (!control) return
  event.preventDefault()
  control.focus()
}
