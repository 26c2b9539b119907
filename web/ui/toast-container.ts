/**
 * Container of the toasts: normally at the end of the page; while modal dialogs are open, inside the topmost of them,
 * because everything outside a modal dialog is inert. The element itself moves, so no toast is ever remounted.
 */
let container: HTMLElement | undefined
const hosts: HTMLElement[] = []

export function toastContainer(): HTMLElement {
  if (!container) {
    container = document.createElement('div')
    settle()
  }
  return container
}

/** Moves the toasts into `place`. @returns moves them back; call it before the place leaves the page. */
export function moveToastsInto(place: HTMLElement): () => void {
  hosts.push(place)
  settle()
  return () => {
    hosts.splice(hosts.lastIndexOf(place), 1)
    settle()
  }
}

function settle(): void {
  const place = hosts.at(-1) ?? document.body
  if (container && container.parentElement !== place) place.append(container)
}
