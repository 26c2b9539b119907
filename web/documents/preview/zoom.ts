/** How large pages are shown: as wide as the pane, as a whole page, or a share of their natural size. */
export type Zoom = 'width' | 'page' | number

export const MIN_SCALE = 0.25
export const MAX_SCALE = 5
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]
/** Around a page, in CSS pixels. */
const MARGIN = 12

interface Size {
  width: number
  height: number
}

export function clampScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale))
}

/** The effective scale of a zoom. @param widest width of the widest and height of the highest page at 100% */
export function scaleOf(zoom: Zoom, widest: Size, pane: Size): number {
  if (typeof zoom === 'number') return clampScale(zoom)
  const across = (pane.width - 2 * MARGIN) / Math.max(widest.width, 1)
  if (zoom === 'width') return clampScale(across)
  return clampScale(Math.min(across, (pane.height - 2 * MARGIN) / Math.max(widest.height, 1)))
}

/** The next step up or down from a scale that may lie between two steps. */
export function nextStep(scale: number, by: 1 | -1): number {
  const near = 0.005
  const next = by > 0 ? STEPS.find((step) => step > scale + near) : STEPS.findLast((step) => step < scale - near)
  return next ?? clampScale(scale)
}
