import { NO_DEPARTMENT, personDepartmentLabel } from '../../../shared/person-department.ts'
import { useFreshDepartments } from '../../client/departments.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'

interface PersonDepartmentFieldProps {
  /** name of the chosen department; empty: none */
  value: string
  /** the account's present one, which stays a choice even if it is retired or a free text */
  stored: string
  onChange: (department: string) => void
  onBlur?: () => void
  error: string | undefined
  savedMeanwhile?: string | undefined
  required?: boolean
}

/** One of the office's departments, which accounts store by name. */
export function PersonDepartmentField(props: PersonDepartmentFieldProps) {
  const { value, stored, onChange, onBlur, error, savedMeanwhile, required = false } = props
  const departments = useFreshDepartments()
  const active = departments.active.map(({ name }) => ({ value: name, label: name }))
  const others = [...new Set([stored, value])].filter(
    (name) => name !== '' && !active.some((one) => one.value === name),
  )
  const options = [
    ...others.map((name) => ({ value: name, label: personDepartmentLabel(departments, name) })),
    ...active,
    ...(required ? [] : [{ value: NO_DEPARTMENT, label: 'None' }]),
  ]
  return (
    <Field label="Department" error={error} savedMeanwhile={savedMeanwhile} required={required}>
      <Select
        options={options}
        value={value === '' && !required ? NO_DEPARTMENT : value}
        onValueChange={(chosen) => onChange(chosen === NO_DEPARTMENT ? '' : chosen)}
        placeholder="Choose a department"
        {...(onBlur && { onBlur })}
      />
    </Field>
  )
}
