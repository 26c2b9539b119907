import { Plus } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PRIORITIES, PRIORITY_KEYS } from '../../../shared/request-rules.ts'
import { fullName } from '../../../shared/people.ts'
import type { User } from '../../../shared/users.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Checkbox, DateInput } from '../../ui/inputs.tsx'
import { Popover, PopoverClose } from '../../ui/Popover.tsx'
import { Select } from '../../ui/Select.tsx'
import { peopleOptions } from '../../vocabulary/api.ts'
import { PriorityMark } from '../../vocabulary/badges.tsx'
import { ONE_PERSON, type ListState } from '../../vocabulary/list-state.ts'
import { PeopleMissing } from '../../vocabulary/PeopleMissing.tsx'
import type { ChangeList } from '../../vocabulary/use-list-state.ts'
import { classes } from '../../ui/classes.ts'
import { DepartmentChoices } from './DepartmentChoices.tsx'
import styles from './list.module.css'

interface PanelProps {
  state: ListState
  change: ChangeList
}

function toggled<T>(values: T[], value: T): T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}

function Kinds({ state, change }: PanelProps) {
  return (
    <>
      <fieldset>
        <legend>Priority</legend>
        {PRIORITY_KEYS.toReversed().map((priority) => (
          <Checkbox
            key={priority}
            aria-label={PRIORITIES[priority]}
            checked={state.priority.includes(priority)}
            onChange={() => change({ priority: toggled(state.priority, priority) })}
          >
            <PriorityMark priority={priority} />
          </Checkbox>
        ))}
      </fieldset>
      <DepartmentChoices
        chosen={state.department}
        onToggle={(key) => change({ department: toggled(state.department, key) })}
      />
    </>
  )
}

const NOBODY: readonly User[] = []

/** "anyone" stands for no filter: a list box has no empty value. */
function People({ state, change }: PanelProps) {
  const { data: people = NOBODY } = useQuery(peopleOptions())
  const options = [
    { value: 'anyone', label: 'Anyone' },
    { value: 'unassigned', label: 'Unassigned' },
    ...people.map((person) => ({ value: person.id, label: fullName(person) })),
  ]
  const { assignedTo } = state
  // A shared address may name somebody whom this list doesn't have.
  if (assignedTo && !options.some(({ value }) => value === assignedTo))
    options.push({ value: assignedTo, label: ONE_PERSON })
  return (
    <>
      <Field label="Assigned to">
        <Select
          options={options}
          value={state.assignedTo ?? 'anyone'}
          onValueChange={(id) => change({ assignedTo: id === 'anyone' ? null : id })}
        />
      </Field>
      <PeopleMissing />
      <div className={classes('row wrap', styles.filterMarks)}>
        <Checkbox
          checked={state.requester === 'me'}
          onChange={(event) => change({ requester: event.target.checked ? 'me' : null })}
        >
          Mine
        </Checkbox>
        <Checkbox checked={state.overdue} onChange={(event) => change({ overdue: event.target.checked })}>
          Overdue
        </Checkbox>
      </div>
    </>
  )
}

type DateKey = 'dueFrom' | 'dueTo' | 'createdFrom' | 'createdTo'

function Range({ state, change, label, from, to }: PanelProps & { label: string; from: DateKey; to: DateKey }) {
  const field = (key: DateKey, word: string) => (
    <Field label={`${label} ${word}`}>
      <DateInput
        // A date that is being typed is empty until it is whole; the field keeps what stands in it.
        key={state[key] ?? 'none'}
        defaultValue={state[key] ?? ''}
        onChange={(event) => event.target.value !== '' && change({ [key]: event.target.value })}
        onBlur={(event) => event.target.value === '' && state[key] !== null && change({ [key]: null })}
      />
    </Field>
  )
  return (
    <div className={styles.filterRange}>
      {field(from, 'from')}
      {field(to, 'until')}
    </div>
  )
}

/** The further filters. Each choice counts at once; what is chosen stands as a chip beside the search. */
export function FilterPanel({ state, change }: PanelProps) {
  const client = useQueryClient()
  const readAhead = () => void client.prefetchQuery(peopleOptions())
  return (
    <Popover
      label="Filters"
      className={classes('panel', styles.filters)}
      align="start"
      trigger={
        <Button look="quiet" icon={Plus} onPointerEnter={readAhead} onFocus={readAhead}>
          Add filter
        </Button>
      }
    >
      <Kinds state={state} change={change} />
      <People state={state} change={change} />
      <Range state={state} change={change} label="Due" from="dueFrom" to="dueTo" />
      <Range state={state} change={change} label="Created" from="createdFrom" to="createdTo" />
      <div className={styles.filterFoot}>
        <PopoverClose>Done</PopoverClose>
      </div>
    </Popover>
  )
}
