import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { messageOf, refusalsIn } from '../errors/words.ts'
import { toast } from '../ui/toast.ts'

/** Shows rejected values beside their fields, else a toast that nothing was saved. Typed values stay. */
export function showSaveFailure<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  error: Error,
  fieldOf: (path: string) => Path<Form> | undefined,
): void {
  const details = refusalsIn(error)
  for (const { path, message } of details) {
    const field = fieldOf(path)
    if (field) form.setError(field, { message }, { shouldFocus: true })
  }
  if (details.length === 0) showNotSaved(error)
}

export function showNotSaved(error: Error): void {
  const description = messageOf(error, 'The settings were not saved. What you typed is still here.')
  toast({ title: 'Error', description, tone: 'bad' })
}
