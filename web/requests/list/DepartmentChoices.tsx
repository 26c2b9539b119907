import { useState } from 'react'
import { fold } from '../../../shared/fold.ts'
import { say } from '../../../shared/texts/say.ts'
import { useFreshDepartments } from '../../client/departments.ts'
import { Field } from '../../ui/Field.tsx'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import styles from './list.module.css'

/** Up to this many departments need no search field. */
const FEW = 12

interface DepartmentChoicesProps {
  chosen: readonly string[]
  onToggle: (key: string) => void
}

/** The departments to filter by, retired ones too, because old requests have them. */
export function DepartmentChoices({ chosen, onToggle }: DepartmentChoicesProps) {
  const { all } = useFreshDepartments()
  const [search, setSearch] = useState('')
  const matches = all.filter(({ name }) => fold(name).includes(fold(search.trim())))
  return (
    <fieldset>
      <legend>{say('Department')}</legend>
      {all.length > FEW && (
        <Field label={<span className="visually-hidden">{say('Find a department')}</span>}>
          <TextInput
            value={search}
            placeholder={say('Find a department')}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
      )}
      <div className={styles.manyChoices}>
        {matches.map(({ key, name, retiredAt }) => (
          <Checkbox key={key} checked={chosen.includes(key)} onChange={() => onToggle(key)}>
            {retiredAt === null ? name : `${name} (retired)`}
          </Checkbox>
        ))}
        {matches.length === 0 && <p className="muted">{say('No department is called that.')}</p>}
      </div>
    </fieldset>
  )
}
