import { Pause, Play, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../shared/audit.ts'
import type { AuditGroup } from '../../shared/audit-actions.ts'
import { fullName } from '../../shared/people.ts'
import type { User } from '../../shared/users.ts'
import { Button } from '../ui/Button.tsx'
import { DateFilter } from '../ui/DateFilter.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Popover, PopoverClose } from '../ui/Popover.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Select } from '../ui/Select.tsx'
import { peopleOptions } from '../vocabulary/api.ts'
import { PeopleMissing } from '../vocabulary/PeopleMissing.tsx'
import { type AuditState, chipsOf, GROUP_OPTIONS } from './filter-state.ts'
import styles from './audit.module.css'

interface ToolsProps {
  state: AuditState
  change: (part: Partial<AuditState>, options?: { replace?: boolean }) => void
  /** the shown ones: they name people whose accounts are not active */
  entries: readonly AuditEntry[]
  isFollowing: boolean
  /** undefined where there is nothing to follow: on older pages */
  onFollow: ((isFollowing: boolean) => void) | undefined
  /** at the end */
  actions: ReactNode
}

/** Search, group, the other filters as removable chips, and following the log. */
export function AuditTools({ state, change, entries, isFollowing, onFollow, actions }: ToolsProps) {
  const { data: people = NOBODY } = useQuery(peopleOptions())
  const nameOf = (id: string) => fullName(people.find((person) => person.id === id)) || nameIn(entries, id) || id
  const chips = chipsOf(state, nameOf)
  return (
    <div className={`tools ${styles.tools}`}>
      <SearchField
        label="Search the audit log"
        value={state.text ?? ''}
        onSearch={(text) => change({ text }, { replace: state.text !== undefined })}
        maxLength={200}
        className={styles.search}
      />
      <Select
        className={styles.group}
        aria-label="Actions"
        options={GROUP_OPTIONS}
        value={state.group ?? 'all'}
        onValueChange={(group) => change({ group: group === 'all' ? undefined : (group as AuditGroup) })}
      />
      {chips.map(({ name, label, value }) => (
        <span key={name} className="chip active">
          <b>{label}</b>
          <span className="truncated">{value}</span>
          <button
            type="button"
            aria-label={`Remove filter ${label}: ${value}`}
            onClick={() => change({ [name]: undefined })}
          >
            <Icon of={X} size="s" />
          </button>
        </span>
      ))}
      <Popover
        label="Filters"
        className={`panel ${styles.filters}`}
        align="start"
        trigger={
          <Button look="quiet" icon={Plus}>
            Add filter
          </Button>
        }
      >
        <Filters {...{ state, change, people, nameOf }} />
      </Popover>
      <span className={styles.follow}>
        {onFollow && (
          <span className="text-12 muted" role="status">
            {isFollowing ? 'New entries appear automatically' : ''}
          </span>
        )}
        {onFollow && (
          <Button
            look="quiet"
            icon={isFollowing ? Pause : Play}
            aria-pressed={isFollowing}
            onClick={() => onFollow(!isFollowing)}
          >
            {isFollowing ? 'Pause' : 'Follow'}
          </Button>
        )}
        {actions}
      </span>
    </div>
  )
}

const NOBODY: readonly User[] = []

function nameIn(entries: readonly AuditEntry[], id: string): string | null | undefined {
  return entries.flatMap(({ actor, target }) => [actor, target]).find((one) => one?.id === id)?.name
}

interface FiltersProps extends Pick<ToolsProps, 'state' | 'change'> {
  people: readonly User[]
  nameOf: (id: string) => string
}

function Filters({ state, change, people, nameOf }: FiltersProps) {
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

interface OneFilter<Name> extends Pick<ToolsProps, 'state' | 'change'> {
  label: string
  hint?: string
  name: Name
}

/** Applies on blur, or with Enter. */
function TypedFilter({ label, hint, name, state, change }: OneFilter<'target' | 'address'>) {
  const take = (typed: string) => {
    const value = typed.trim()
    if (value !== (state[name] ?? '')) change({ [name]: value === '' ? undefined : value })
  }
  return (
    <Field label={label} hint={hint}>
      <TextInput
        key={state[name] ?? 'none'}
        defaultValue={state[name] ?? ''}
        maxLength={name === 'address' ? 60 : 100}
        autoComplete="off"
        spellCheck={false}
        onBlur={(event) => take(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
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
