/** Gives the first field that is marked as wrong the focus, with its text selected. */
export function focusFirstWrong(form: ParentNode | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}
