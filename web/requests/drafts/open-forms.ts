/** A form on the screen that saves a draft. */
export interface OpenForm {
  /** A draft was removed in this window. */
  onRemoved(storageKey: string): void
  /** Restores a draft. @returns `false` if the form has other text by now, undefined if the draft is another form's */
  restore(storageKey: string, value: unknown): boolean | undefined
}

/** The forms open in this window: a removed or restored draft has to reach its form wherever that is. */
export const openForms = new Set<OpenForm>()

/** @returns unregisters the form */
export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => openForms.delete(form)
}
