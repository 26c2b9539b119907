import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import { PRIORITIES } from '../../shared/request-rules.ts'
import { DEVELOPMENT_TYPES } from '../../shared/suggestion-rules.ts'
import { useFreshDepartments } from '../client/departments.ts'
import { periodWords } from '../formats/periods.ts'
import { AssigneeChoice } from '../requests/list/AssigneeChoice.tsx'
import { DepartmentChoices } from '../requests/list/DepartmentChoices.tsx'
import { PriorityChoices } from '../requests/list/PriorityChoices.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Checkbox } from '../ui/inputs.tsx'
import { Popover, PopoverClose } from '../ui/Popover.tsx'
import { toggled } from '../ui/toggled.ts'
import { peopleOptions } from '../vocabulary/api.ts'
import { daysOf, type DayUnit, type Filters } from './filters.ts'
import { PeriodChoice } from './PeriodChoice.tsx'
import styles from './filter-bar.module.css'

export interface FilterProps {
  filters: Filters
  change: (part: Partial<Filters>) => void
}

/** Each choice applies at once; a filter's button names the chosen values. */
export const FilterBar = memo(function FilterBar({ filters, change }: FilterProps) {
  return (
    <>
      <Dropdown label="Period" value={periodWords(daysOf(filters).from, daysOf(filters).to)} className={styles.period}>
        <PeriodChoice filters={filters} change={change} />
      </Dropdown>
      <DepartmentFilter filters={filters} change={change} />
      <PriorityFilter filters={filters} change={change} />
      <MoreFilters filters={filters} change={change} />
    </>
  )
})

interface DropdownProps {
  label: string
  /** the chosen values, as shown in the button */
  value: string
  className: string | undefined
  children: ReactNode
}

/** A button that looks like a select and opens a panel for multiple choice. */
function Dropdown({ label, value, className, children }: DropdownProps) {
  return (
    <Popover
      label={label}
      className={classes('panel', styles.filterPanel)}
      trigger={
        <button
          type="button"
          className={classes('input combobox', styles.dropdown, className)}
          aria-label={`${label}: ${value}`}
        >
          <span className="truncated">{value}</span>
          <Icon of={ChevronDown} />
        </button>
      }
    >
      {children}
      <div className="panel-foot">
        <PopoverClose>Done</PopoverClose>
      </div>
    </Popover>
  )
}

/** "All departments", "Security", "3 departments" */
function chosenWords(chosen: readonly string[], all: string, many: string): string {
  if (chosen.length === 0) return all
  return chosen.length === 1 ? chosen[0]! : `${chosen.length} ${many}`
}

function DepartmentFilter({ filters, change }: FilterProps) {
  const departments = useFreshDepartments()
  const names = filters.department.map((key) => departments.nameOf(key))
  return (
    <Dropdown
      label="Departments"
      value={chosenWords(names, 'All departments', 'departments')}
      className={styles.department}
    >
      <DepartmentChoices
        chosen={filters.department}
        onToggle={(key) => change({ department: toggled(filters.department, key) })}
      />
    </Dropdown>
  )
}

function PriorityFilter({ filters, change }: FilterProps) {
  const names = filters.priority.map((priority) => PRIORITIES[priority])
  return (
    <Dropdown label="Priorities" value={chosenWords(names, 'All priorities', 'priorities')} className={styles.priority}>
      <PriorityChoices
        chosen={filters.priority}
        onToggle={(priority) => change({ priority: toggled(filters.priority, priority) })}
      />
    </Dropdown>
  )
}

const UNITS: readonly { value: DayUnit; label: string }[] = [
  { value: 'calendar', label: 'Calendar days' },
  { value: 'working', label: 'Working days' },
]

function MoreFilters({ filters, change }: FilterProps) {
  const client = useQueryClient()
  const readAhead = () => void client.prefetchQuery(peopleOptions())
  const chosen =
    Number(filters.type.length > 0) + Number(filters.assignee !== null) + Number(filters.days !== 'calendar')
  return (
    <Popover
      label="More filters"
      className={classes('panel', styles.filterPanel)}
      trigger={
        <Button
          look={chosen > 0 ? 'secondary' : 'quiet'}
          icon={SlidersHorizontal}
          onPointerEnter={readAhead}
          onFocus={readAhead}
        >
          <span>
            More<span className="visually-hidden"> filters</span>
            {chosen > 0 && ` · ${chosen}`}
          </span>
        </Button>
      }
    >
      <fieldset>
        <legend>Count in</legend>
        <SegmentedControl
          label="Count durations in"
          value={filters.days}
          options={UNITS}
          onChange={(days) => change({ days })}
        />
      </fieldset>
      <fieldset>
        <legend>Development type</legend>
        <div className={styles.types}>
          {DEVELOPMENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              checked={filters.type.includes(type)}
              onChange={() => change({ type: toggled(filters.type, type) })}
            >
              {type}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <AssigneeChoice chosen={filters.assignee} onChoose={(assignee) => change({ assignee })} />
      <div className="panel-foot">
        <PopoverClose>Done</PopoverClose>
      </div>
    </Popover>
  )
}
