import { FirstAdministrator } from '../../../shared/setup.ts'

export type FirstAdministratorErrors = Partial<Record<keyof FirstAdministrator, string | undefined>>

/** The first message of each field that the contract refuses; empty if valid. */
export function checkAdministrator(first: FirstAdministrator): FirstAdministratorErrors {
  const errors: FirstAdministratorErrors = {}
  for (const { path, message } of FirstAdministrator.safeParse(first).error?.issues ?? []) {
    const field = path[0] as keyof FirstAdministrator
    errors[field] ??= message
  }
  return errors
}
