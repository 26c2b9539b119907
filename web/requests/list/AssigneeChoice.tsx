import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../../shared/people.ts'
import type { User } from '../../../shared/users.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { peopleOptions } from '../../vocabulary/api.ts'
import { ONE_PERSON } from '../../vocabulary/list-filters.ts'
import { PeopleMissing } from '../../vocabulary/PeopleMissing.tsx'

const NOBODY: readonly User[] = []

interface AssigneeChoiceProps {
  /** an id, "unassigned", or null for anyone */
  chosen: string | null
  /** names people whose accounts are not active, where the screen knows them */
  nameOf?: (id: string) => string | undefined
  onChoose: (id: string | null) => void
}

/** The assignee to filter by. "anyone" stands for no filter: a list box has no empty value. */
export function AssigneeChoice({ chosen, nameOf, onChoose }: AssigneeChoiceProps) {
  const { data: people = NOBODY } = useQuery(peopleOptions())
  const options = [
    { value: 'anyone', label: 'Anyone' },
    { value: 'unassigned', label: 'Unassigned' },
    ...people.map((person) => ({ value: person.id, label: fullName(person) })),
  ]
  // A shared URL may name a person who is not in this list.
  if (chosen && !options.some(({ value }) => value === chosen))
    options.push({ value: chosen, label: nameOf?.(chosen) ?? ONE_PERSON })
  return (
    <>
      <Field label="Assigned to">
        <Select
          options={options}
          value={chosen ?? 'anyone'}
          onValueChange={(id) => onChoose(id === 'anyone' ? null : id)}
        />
      </Field>
      <PeopleMissing />
    </>
  )
}
