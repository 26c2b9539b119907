import { type Person, PersonChange } from '../../../shared/team.ts'

export const personDraftKey = (id: string) => `person.${id}`
/** Key of the mutation that saves an account. */
export const savePersonKey = (id: string) => ['edit-person', id]

/** Without the version: a draft that kept it would meet a conflict after every other step taken on the account. */
export const PersonFields = PersonChange.omit({ version: true })
export type PersonFields = Omit<PersonChange, 'version'>

export function formOf({ firstName, lastName, username, email, role, department }: Person): PersonFields {
  return { firstName, lastName, username, email, role, department: department ?? '' }
}
