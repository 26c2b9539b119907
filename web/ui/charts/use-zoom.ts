import { useState } from 'react'

interface Period {
  from: string
  to: string
}

const isSame = (one: Period, other: Period) => one.from === other.from && one.to === other.to

/**
 * Zooming in and out of a period. The way back is kept only while the zoomed period is shown: another choice of a period ends it.
 * @param now the period shown
 * @param show asks for another one
 */
export function useZoom(now: Period, show: (from: string, to: string) => void) {
  const [zoom, setZoom] = useState<{ before: Period; zoomed: Period } | null>(null)
  const before = zoom && isSame(zoom.zoomed, now) ? zoom.before : null
  return {
    isZoomed: before !== null,
    to: (from: string, to: string) => {
      const back = before ?? now
      const zoomed = { from, to }
      setZoom(isSame(back, zoomed) ? null : { before: back, zoomed })
      show(from, to)
    },
    out: () => {
      if (before) show(before.from, before.to)
      setZoom(null)
    },
  }
}
