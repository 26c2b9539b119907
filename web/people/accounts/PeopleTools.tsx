import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NO_DEPARTMENT, TYPED_DEPARTMENT } from '../../../shared/person-department.ts'
import { PERSON_STATES } from '../../../shared/team.ts'
import { LIMITS } from '../../../shared/text-rules.ts'
import { useFreshDepartments } from '../../client/departments.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { rolesOptions } from './api.ts'
import { ALL_PEOPLE, isNarrowed, type PeopleState } from './people-state.ts'
import { STATE_LABELS } from './person-words.tsx'
import styles from './people.module.css'

const ALL = 'all'
const STATE_OPTIONS = [
  { value: ALL, label: 'All people' },
  ...PERSON_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
]

interface ToolsProps {
  state: PeopleState
  change: (part: Partial<PeopleState>, options?: { replace?: boolean }) => void
  actions: ReactNode
}

/** Retired departments too, because people keep them. A shared URL may name another. */
function useDepartmentFilter(chosen: string | null) {
  const departments = useFreshDepartments()
  const options = [
    { value: ALL, label: 'All departments' },
    ...departments.keys.map((key) => ({ value: key, label: departments.filterNameOf(key) })),
    { value: TYPED_DEPARTMENT, label: 'As typed, none of these' },
    { value: NO_DEPARTMENT, label: 'None' },
  ]
  if (chosen === null || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}

/** Search, state, role, department, and the actions of the page. */
export function PeopleTools({ state, change, actions }: ToolsProps) {
  const roles = useQuery(rolesOptions()).data?.roles ?? []
  const options = [{ value: ALL, label: 'All roles' }, ...roles.map(({ id, name }) => ({ value: id, label: name }))]
  // A shared URL may name a deleted role.
  if (state.role !== null && !options.some(({ value }) => value === state.role))
    options.push({ value: state.role, label: state.role })
  return (
    <div className={`tools ${styles.tools}`}>
      <SearchField
        label="Search people"
        value={state.search}
        onSearch={(search) => change({ search }, { replace: state.search !== '' })}
        maxLength={LIMITS.search}
        className={styles.search}
      />
      <Select
        className={styles.filter}
        aria-label="State"
        options={STATE_OPTIONS}
        value={state.state ?? ALL}
        onValueChange={(value) => change({ state: PERSON_STATES.find((one) => one === value) ?? null })}
      />
      <Select
        className={styles.filter}
        aria-label="Role"
        options={options}
        value={state.role ?? ALL}
        onValueChange={(value) => change({ role: value === ALL ? null : value })}
      />
      <Select
        className={classes(styles.filter, styles.departments)}
        aria-label="Department"
        options={useDepartmentFilter(state.department)}
        value={state.department ?? ALL}
        onValueChange={(value) => change({ department: value === ALL ? null : value })}
      />
      {isNarrowed(state) && (
        <Button look="quiet" onClick={() => change(ALL_PEOPLE)}>
          Clear filters
        </Button>
      )}
      <div className={styles.actions}>{actions}</div>
    </div>
  )
}
