import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { Notice } from '../../shared/notices.ts'

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/**
 * One stop of the Tab key for the rows: the arrow keys, or J and K, go through them from anywhere in the panel, Enter
 * opens one, and Tab goes on to its controls. A press anywhere in a row opens it, too.
 * @param box around the rows
 * @returns id of the row that Tab reaches
 */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  notices: readonly Notice[] | undefined,
): string | undefined {
  const [chosen, setChosen] = useState<string>()
  const current = notices?.some(({ id }) => id === chosen) ? chosen : notices?.[0]?.id
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    if (event.key === 'Enter' && event.target instanceof HTMLLIElement) {
      // The bell gets the focus meanwhile, and the same key would press it.
      event.preventDefault()
      return linkOf(event.target)?.click()
    }
    const step = STEPS[event.key]
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('li[data-notice]') ?? [])]
    if (!step || rows.length === 0) return
    event.preventDefault()
    const index = rows.findIndex((row) => row.contains(document.activeElement))
    // From outside of the rows, the first key leads to the current one.
    const from = rows.findIndex((row) => row.dataset['notice'] === current)
    rows[index === -1 ? from : Math.max(0, Math.min(index + step, rows.length - 1))]?.focus()
  })
  const isLoaded = notices !== undefined
  useEffect(() => {
    if (!isLoaded) return
    const panel = box.current?.closest<HTMLElement>('[role=dialog]')
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    const onFocusIn = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('li[data-notice]') : null
      if (row) setChosen(row.dataset['notice'])
    }
    panel?.addEventListener('focusin', onFocusIn)
    panel?.addEventListener('keydown', onKeyDown)
    panel?.addEventListener('click', openRow)
    return () => {
      panel?.removeEventListener('focusin', onFocusIn)
      panel?.removeEventListener('keydown', onKeyDown)
      panel?.removeEventListener('click', openRow)
    }
  }, [box, isLoaded])
  return current
}

function linkOf(row: Element): HTMLAnchorElement | null {
  return row.querySelector<HTMLAnchorElement>('a')
}

function openRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, [data-options]') || getSelection()?.type === 'Range')
    return
  const row = target.closest('li[data-notice]')
  if (row) linkOf(row)?.click()
}
