import { useQuery } from '@tanstack/react-query'
import { notGrantable } from '../../../../shared/granting.ts'
import type { ImportChoices, PeopleImport } from '../../../../shared/people-import.ts'
import { useFreshDepartments } from '../../../client/departments.ts'
import { peopleWords } from '../../roles/people-words.ts'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { SelectOption } from '../../../ui/use-list-box.ts'
import { useActor } from '../../common/use-actor.ts'
import styles from '../people.module.css'
import { rolesOptions } from '../api.ts'

interface TextsProps<Choice> {
  current: PeopleImport
  onChange: (choices: Choice[]) => void
}

/** A role for each text that names none. */
export function RoleTexts({ current, onChange }: TextsProps<ImportChoices['roles'][number]>) {
  const actor = useActor()
  const roles = useQuery(rolesOptions()).data?.roles ?? []
  const { summary, choices } = current
  const options = roles.map(({ id, name, permissions }) => ({
    value: id,
    label: name,
    disabled: notGrantable(actor, permissions).length > 0,
  }))
  return (
    <Texts
      title="Roles that this office does not have"
      texts={summary.unknownRoles}
      emptyText="No role given"
      options={options}
      chosen={choices.roles.map(({ text, role }) => [text, role])}
      onChange={(chosen) => onChange(chosen.map(([text, role]) => ({ text, role })))}
    />
  )
}

const NONE = '-'

/** A department for each text that names none, or no department. */
export function DepartmentTexts({ current, onChange }: TextsProps<ImportChoices['departments'][number]>) {
  const { active } = useFreshDepartments()
  const { summary, choices } = current
  const options = [
    ...active.map(({ key, name }) => ({ value: key, label: name })),
    { value: NONE, label: 'Leave the department empty' },
  ]
  return (
    <Texts
      title="Departments that this office does not have"
      texts={summary.unknownDepartments}
      emptyText=""
      options={options}
      chosen={choices.departments.map(({ text, department }) => [text, department || NONE])}
      onChange={(chosen) =>
        onChange(chosen.map(([text, value]) => ({ text, department: value === NONE ? '' : value })))
      }
    />
  )
}

interface AllTextsProps {
  title: string
  texts: PeopleImport['summary']['unknownRoles']
  emptyText: string
  options: SelectOption[]
  chosen: [text: string, value: string][]
  onChange: (chosen: [text: string, value: string][]) => void
}

function Texts({ title, texts, emptyText, options, chosen, onChange }: AllTextsProps) {
  if (texts.length === 0) return null
  return (
    <fieldset className={styles.texts}>
      <legend className="medium">{title}</legend>
      <div className={styles.form}>
        {texts.map(({ text, people }) => (
          <Field key={text} label={text || emptyText} aside={peopleWords(people)}>
            <Select
              options={options}
              value={chosen.find(([of]) => of === text)?.[1] ?? ''}
              onValueChange={(value) => onChange([...chosen.filter(([of]) => of !== text), [text, value]])}
              placeholder="Left out until you choose"
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
