import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { PRIORITIES } from '../../shared/request-rules.ts'
import { useFreshDepartments } from '../client/departments.ts'
import { periodWords } from '../ui/formats/periods.ts'
import { DepartmentChoices } from '../requests/list/DepartmentChoices.tsx'
import { PriorityChoices } from '../requests/list/PriorityChoices.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { Popover, PopoverClose } from '../ui/Popover.tsx'
import { toggled } from '../ui/toggled.ts'
import { daysOf, type Filters } from './filters.ts'
import { PeriodChoice } from './PeriodChoice.tsx'
import { MoreFilters } from './MoreFilters.tsx'
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
