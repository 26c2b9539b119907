import { useEffect, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import { focusFirstInvalid } from '../first-invalid.ts'
import { refusalsIn } from './words.ts'

/** A form's resolver from its own check. */
export function resolverOf<Form extends FieldValues>(problemsIn: (form: Form) => FieldErrors<Form>): Resolver<Form> {
  return (values) => {
    const errors = problemsIn(values)
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

/**
 * Focuses the first invalid field after a refused submission: the first on the screen, whatever order the fields were
 * registered in. The form needs `shouldFocusError: false`.
 */
export function useFirstWrongFocused<Form extends FieldValues>(
  { formState: { submitCount } }: Pick<UseFormReturn<Form>, 'formState'>,
  element: RefObject<HTMLFormElement | null>,
): void {
  useEffect(() => {
    if (submitCount > 0) focusFirstInvalid(element.current)
  }, [submitCount, element])
}

/**
 * Shows the server's refusals beside their fields and focuses the first of them.
 * @param fieldOf the form's name for a field of the contract; null when the form has none
 * @returns whether any field was refused
 */
export function showRefusals<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  error: unknown,
  element: HTMLFormElement | null,
  fieldOf: (path: string) => string | null = (path) => path,
): boolean {
  const known = form.getValues()
  const refused = refusalsIn(error).flatMap(({ path, message }) => {
    const name = fieldOf(path)
    // Safe: the form itself has a value of this name.
    return name !== null && name in known ? [{ name: name as Path<Form>, message }] : []
  })
  // Rendered synchronously: the invalid field is found by its mark.
  flushSync(() => {
    for (const { name, message } of refused) form.setError(name, { message })
  })
  if (refused.length > 0) focusFirstInvalid(element)
  return refused.length > 0
}
