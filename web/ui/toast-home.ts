/**
 * Container of the toasts: normally at the end of the page; while modal dialogs are open, inside the topmost of them,
 * because everything outside a modal dialog is inert. The element itself moves, so no toast is ever remounted.
 */
let home: HTMLElement | undefined
const lodgings: HTMLElement[] = []

export function toastHome(): HTMLElement {
  if (!home) {
    home = document.createElement('div')
    settle()
  }
  return home
}

/** Moves the toasts into `place`. @returns moves them back; call it before the place leaves the page. */
export function hostToasts(place: HTMLElement): () => void {
  lodgings.push(place)
  settle()
  return () => {
    lodgings.splice(lodgings.lastIndexOf(place), 1)
    settle()
  }
}

export function isInToasts(target: EventTarget | null): boolean {
  return target instanceof Node && toastHome().contains(target)
}

function settle(): void {
  const place = lodgings.at(-1) ?? document.body
  if (home && home.parentElement !== place) place.append(home)
}
