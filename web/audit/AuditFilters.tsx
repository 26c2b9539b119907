import { useState } from 'react'
import { fullName } from '../../shared/people.ts'
import type { User } from '../../shared/users.ts'
import { DateFilter } from '../ui/DateFilter.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { PopoverClose } from '../ui/Popover.tsx'
import { Select } from '../ui/Select.tsx'
import { PeopleMissing } from '../requests/common/PeopleMissing.tsx'
import type { ChangeAudit } from './AuditTools.tsx'
import type { AuditState } from './filter-state.ts'

interface FilterProps {
  state: AuditState
  change: ChangeAudit
}

interface AuditFiltersProps extends FilterProps {
  people: readonly User[]
  nameOf: (id: string) => string
}

/** The filters behind "Add filter". */
export function AuditFilters({ state, change, people, nameOf }: AuditFiltersProps) {
  const options = [
    { value: 'anyone', label: 'Anyone' },
    ...people.map((person) => ({ value: person.id, label: fullName(person) })),
  ]
  const { person } = state
  // The log also has entries of people whose accounts are not active.
  if (person !== undefined && !options.some(({ value }) => value === person))
    options.push({ value: person, label: nameOf(person) })
  return (
    <>
      <Field label="Person">
        <Select
          options={options}
          value={person ?? 'anyone'}
          onValueChange={(id) => change({ person: id === 'anyone' ? undefined : id })}
        />
      </Field>
      <PeopleMissing />
      <TypedFilter
        label="About"
        hint="A request’s number, such as RFD-2026-0042"
        name="target"
        {...{ state, change }}
      />
      <TypedFilter label="Address" hint="Or how it begins" name="address" {...{ state, change }} />
      <div className="field-pair">
        <DayFilter label="From" name="from" {...{ state, change }} />
        <DayFilter label="Until" name="to" {...{ state, change }} />
      </div>
      <div className="panel-foot">
        <PopoverClose>Done</PopoverClose>
      </div>
    </>
  )
}

interface OneFilter<Name> extends FilterProps {
  label: string
  hint?: string
  name: Name
}

/** Applies on blur, or with Enter. */
function TypedFilter({ label, hint, name, state, change }: OneFilter<'target' | 'address'>) {
  const stored = state[name] ?? ''
  const [known, setKnown] = useState(stored)
  const [typed, setTyped] = useState(stored)
  if (known !== stored) {
    setKnown(stored)
    setTyped(stored)
  }
  const take = () => {
    const value = typed.trim()
    if (value !== stored) change({ [name]: value === '' ? undefined : value })
  }
  return (
    <Field label={label} hint={hint}>
      <TextInput
        value={typed}
        maxLength={name === 'address' ? 60 : 100}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
    </Field>
  )
}

function DayFilter({ label, name, state, change }: OneFilter<'from' | 'to'>) {
  return (
    <DateFilter
      label={label}
      value={state[name] ?? null}
      onChange={(date, options) => change({ [name]: date ?? undefined }, options)}
    />
  )
}
