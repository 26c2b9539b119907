/** Focuses the first field that is marked as invalid and selects its text. */
export function focusFirstInvalid(form: ParentNode | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}
