const BUTTONS = 5

/** Up to five page numbers from two before the current page on, never below 1 nor above the last page. */
export function pagerWindow(page: number, pageCount: number): number[] {
  const first = Math.max(1, page - 2)
  const last = Math.min(pageCount, first + BUTTONS - 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
