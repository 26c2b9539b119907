import { useState } from 'react'
import type { ShownPlace } from './use-marks.ts'
import type { Target } from './use-scroll-to.ts'
import type { MarkedPlace } from './use-shown-places.ts'

/** Scrolls to the current place when it changes, and again once it is located in the text. */
export function useCurrentPlace(
  current: string | null,
  places: readonly MarkedPlace[],
  shownPlaces: readonly ShownPlace[],
  go: (target: Target) => void,
) {
  const place = shownPlaces.find(({ key }) => key === current) ?? places.find(({ key }) => key === current)
  // Compared by value: the caller may build its list on each render. A place not located yet has only its page.
  const isFound = shownPlaces.some(({ key }) => key === current)
  const spot = place ? `${place.key} ${place.page} ${isFound ? `${place.start} ${place.end}` : ''}` : ''
  const [seen, setSeen] = useState('')
  if (spot !== seen) {
    setSeen(spot)
    if (place) go(isFound ? place : { page: place.page })
  }
}
