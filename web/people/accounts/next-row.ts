import { useEffect, useRef, type RefObject } from 'react'
import type { Person } from '../../../shared/team.ts'

/**
 * After an account has been removed, focuses the row in its place, or the page's heading if no row is left. Waits until
 * the account's dialog is closed and its row is gone, in whichever order that happens.
 * @returns call it with the id of the account that was removed
 */
export function useNextRowFocused(
  box: RefObject<HTMLElement | null>,
  people: readonly Person[] | undefined,
  isDialogOpen: boolean,
): (id: string) => void {
  const removed = useRef<{ id: string; at: number } | null>(null)
  useEffect(() => {
    if (!removed.current || isDialogOpen || !people) return
    const { id, at } = removed.current
    if (people.some((person) => person.id === id)) return
    removed.current = null
    if (document.activeElement !== document.body) return
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('tbody button, li button') ?? [])]
    const next = rows[at] ?? rows.at(-1) ?? document.querySelector<HTMLElement>('main h1')
    next?.focus()
  }, [box, people, isDialogOpen])
  return (id) => {
    removed.current = { id, at: people?.findIndex((person) => person.id === id) ?? -1 }
  }
}
