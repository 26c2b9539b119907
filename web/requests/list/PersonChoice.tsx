import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../../shared/people.ts'
import type { User } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { peopleOptions } from '../common/api.ts'
import { ONE_PERSON } from '../common/list-filters.ts'

const NOBODY: readonly User[] = []

interface PersonChoiceProps {
  label: string
  /** an id, the value of `special`, or null for anyone */
  chosen: string | null
  /** a choice before the people */
  special: { value: string; label: string }
  /** names people whose accounts are not active, where the screen knows them */
  nameOf?: ((id: string) => string | undefined) | undefined
  onChoose: (id: string | null) => void
}

/** A person to filter by. "anyone" stands for no filter: a list box has no empty value. */
export function PersonChoice({ label, chosen, special, nameOf, onChoose }: PersonChoiceProps) {
  const { data: people = NOBODY } = useQuery(peopleOptions())
  const options = [
    { value: 'anyone', label: say('Anyone') },
    special,
    ...people.map((person) => ({ value: person.id, label: fullName(person) })),
  ]
  // A shared URL may name a person who is not in this list.
  if (chosen && !options.some(({ value }) => value === chosen))
    options.push({ value: chosen, label: nameOf?.(chosen) ?? say(ONE_PERSON) })
  return (
    <Field label={label}>
      <Select
        options={options}
        value={chosen ?? 'anyone'}
        onValueChange={(id) => onChoose(id === 'anyone' ? null : id)}
      />
    </Field>
  )
}
