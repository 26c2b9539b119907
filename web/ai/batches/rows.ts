/** The rows of the review in document order, without detail rows and group headings. */
export function rowsIn(section: Element | null): Element[] {
  return [...(section?.querySelectorAll('tbody tr:not([data-below], [data-group])') ?? [])]
}

/** The row that a control belongs to; for a detail row, the one above. */
export function rowOf(control: Element): Element | null {
  let row = control.closest('tr')
  while (row?.matches('[data-below]')) row = row.previousElementSibling as HTMLTableRowElement | null
  return row
}

/** "Accept" of "Accept RFD-2026-0007": what a control does, whichever row it belongs to. */
export const wordOf = (control: Element) => control.getAttribute('aria-label')?.split(' ')[0] ?? ''

/** The row's control with this action. */
export function controlOf(row: Element | undefined, word: string): HTMLElement | undefined {
  return [...(row?.querySelectorAll('button') ?? [])].find((button) => wordOf(button) === word)
}
