import type { KeyboardEvent } from 'react'

/** For each key, the index of the next mark of a chart. */
export const KEY_STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Whether a key belongs to the browser, such as Alt and the left arrow for "back". */
export const isShortcut = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey
