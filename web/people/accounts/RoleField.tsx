import { useQuery } from '@tanstack/react-query'
import { notGrantable } from '../../../shared/granting.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { useActor } from '../common/use-actor.ts'
import { rolesOptions } from './api.ts'

interface RoleFieldProps {
  value: string
  onChange: (role: string) => void
  error: string | undefined
  /** the role that somebody else has given meanwhile */
  savedMeanwhile?: string | undefined
  disabled?: boolean
  hint?: string | undefined
}

const GREY = 'Roles in grey may do more than you, so you cannot give them'

/** The roles of the office; one with more permissions than the person choosing cannot be chosen. */
export function RoleField(props: RoleFieldProps) {
  const { value, onChange, error, savedMeanwhile, disabled = false, hint } = props
  const actor = useActor()
  const query = useQuery(rolesOptions())
  const roles = query.data?.roles ?? []
  const options = roles.map(({ id, name, permissions }) => ({
    value: id,
    label: name,
    disabled: id !== value && notGrantable(actor, permissions).length > 0,
  }))
  if (value !== '' && !options.some((option) => option.value === value))
    options.push({ value, label: value, disabled: false })
  const isSomeGrey = !disabled && options.some((option) => option.disabled)
  return (
    <>
      <Field
        label="Role"
        error={error}
        savedMeanwhile={roles.find(({ id }) => id === savedMeanwhile)?.name ?? savedMeanwhile}
        hint={hint ?? (isSomeGrey ? GREY : undefined)}
        required
      >
        <Select
          options={options}
          value={value}
          onValueChange={onChange}
          placeholder="Choose a role"
          disabled={disabled}
        />
      </Field>
      {query.isError && <ReadError title="The roles could not be loaded" query={query} />}
    </>
  )
}
