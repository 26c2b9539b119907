let isQuiet = false

/** The focus moved by the code that is running, in an opening or closing dialog, is nobody's Tab: no tooltip opens at it. */
export function keepTooltipsClosed(): void {
  isQuiet = true
  queueMicrotask(() => (isQuiet = false))
}

export function areTooltipsKeptClosed(): boolean {
  return isQuiet
}
