import { useCallback, useSyncExternalStore } from 'react'

/** The widths at which the page changes its shape, as the style sheets have them. */
export const PHONE = '(max-width: 719.9px)'
export const NARROW = '(max-width: 1200px)'

/** Where much above a list would leave it no five rows; `cards.css` makes the cards lower there, too. */
export const LOW = '(max-height: 820px)'

/** Whether a media query holds, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
