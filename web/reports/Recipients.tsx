import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { type Control, useController } from 'react-hook-form'
import { fullName } from '../../shared/people.ts'
import { useSession } from '../client/session.ts'
import { Field } from '../ui/Field.tsx'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { Icon } from '../ui/Icon.tsx'
import { Checkbox } from '../ui/inputs.tsx'
import { Select } from '../ui/Select.tsx'
import { peopleOptions } from '../requests/common/api.ts'
import { PeopleMissing } from '../requests/common/PeopleMissing.tsx'
import { reportsOptions } from './report-api.ts'
import type { ScheduleForm } from './schedule-form.ts'
import styles from './report-page.module.css'

/** Roles and people who receive each run besides its owner. */
export function Recipients({ control, error }: { control: Control<ScheduleForm>; error: string | undefined }) {
  const { field: roles, fieldState: rolesState } = useController({ control, name: 'roles' })
  const people = useController({ control, name: 'people' }).field
  const known = useQuery(reportsOptions()).data?.roles ?? []
  const readers = new Set(known.map(({ id }) => id))
  const me = useSession()?.user.id
  const everybody = useQuery(peopleOptions()).data ?? []
  const nameOf = (id: string) => fullName(everybody.find((one) => one.id === id)) || 'One person'
  const choices = everybody.filter(({ id, role }) => id !== me && readers.has(role) && !people.value.includes(id))
  const box = useRef<HTMLFieldSetElement>(null)
  const keepFocus = useFocusFallback(box, '.chip button, [role=combobox]', people.value.length)
  return (
    <fieldset ref={box} className={styles.set}>
      <legend>Recipients besides you</legend>
      {known.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={roles.value.includes(id)}
          onChange={() =>
            roles.onChange(roles.value.includes(id) ? roles.value.filter((one) => one !== id) : [...roles.value, id])
          }
        >
          <span>
            Role <bdi>{name}</bdi>
          </span>
        </Checkbox>
      ))}
      {rolesState.error && (
        <p className="error" role="alert">
          {rolesState.error.message}
        </p>
      )}
      {people.value.length > 0 && (
        <ul className={styles.chips} aria-label="People who receive it">
          {people.value.map((id) => (
            <li key={id} className="chip active">
              <bdi>{nameOf(id)}</bdi>
              <button
                type="button"
                aria-label={`Remove ${nameOf(id)}`}
                onClick={() => {
                  keepFocus()
                  people.onChange(people.value.filter((one) => one !== id))
                }}
              >
                <Icon of={X} size="s" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field label="Add a person" error={error}>
        <Select
          options={choices.map((person) => ({ value: person.id, label: fullName(person) }))}
          value=""
          placeholder={choices.length === 0 ? 'Nobody else may read reports' : 'Choose a person'}
          disabled={choices.length === 0}
          onValueChange={(id) => {
            // The last person to choose disables it.
            keepFocus()
            people.onChange([...people.value, id])
          }}
        />
      </Field>
      <PeopleMissing />
    </fieldset>
  )
}
