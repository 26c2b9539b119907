import { useCallback, useSyncExternalStore } from 'react'

/** The breakpoints of the layout, the same as in the style sheets. */
export const PHONE = '(max-width: 719.9px)'
export const NARROW = '(max-width: 1200px)'
/** The header drops its words. */
export const TABLET = '(max-width: 900px)'

/** A window too low to show five rows below tall content; `cards.css` makes the cards lower at the same height. */
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
