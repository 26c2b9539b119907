/** The usual double-click interval of desktops. */
const DOUBLE_CLICK_MS = 500
/** Tolerance: the pointer moves a little between both clicks. */
const MOVES_PX = 8
const KEYS: ReadonlySet<string> = new Set(['Enter', ' '])

type Press = { x: number; y: number } | { key: string }

let latest: Press | null = null
let closing: { press: Press; until: number } | null = null
/** The press in progress is a second one. */
let isSecond = false

/**
 * The second press of a double click, or of a key, must not reach what a dialog uncovered by closing after the first one:
 * it would open the row below the dialog, or the dialog again.
 */
export function ignoreSecondPresses(): void {
  const listen = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(type, listener, { capture: true })
  listen('pointerdown', (event) => {
    begin({ x: event.clientX, y: event.clientY }, event)
    ignore(event)
  })
  for (const type of ['mousedown', 'pointerup', 'mouseup'] as const) listen(type, ignore)
  listen('click', end)
  listen('keydown', (event) => {
    if (!KEYS.has(event.key)) return forget()
    // A key held since the first press repeats it.
    if (!event.repeat || !isSecond) begin({ key: event.key }, event)
    ignore(event)
  })
  // Firefox clicks a button when the space bar is released.
  listen('keyup', end)
}

/** Another key in between: the next press is meant, such as Tab and Enter after a dialog that was closed by Enter. */
function forget(): void {
  latest = null
  closing = null
}

function begin(press: Press, { target }: Event): void {
  isSecond = closing !== null && performance.now() < closing.until && isSame(press, closing.press)
  if (!isSecond) closing = null
  // The head of a dialog has the buttons to step through requests, which are pressed in quick succession.
  latest = target instanceof Element && target.closest('.dialog > header') ? null : press
}

function ignore(event: Event): void {
  if (!isSecond) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

function end(event: Event): void {
  ignore(event)
  isSecond = false
}

function isSame(one: Press, other: Press): boolean {
  if ('key' in one || 'key' in other) return 'key' in one && 'key' in other && one.key === other.key
  return Math.hypot(one.x - other.x, one.y - other.y) <= MOVES_PX
}

/** Call when a dialog has closed. */
export function dialogClosed(): void {
  closing = latest && { press: latest, until: performance.now() + DOUBLE_CLICK_MS }
}
