let isQuiet = false

/** In an opening or closing dialog the focus is moved by code, not by Tab: no tooltip opens at it. */
export function keepTooltipsClosed(): void {
  isQuiet = true
  queueMicrotask(() => (isQuiet = false))
}

export function areTooltipsKeptClosed(): boolean {
  return isQuiet
}
