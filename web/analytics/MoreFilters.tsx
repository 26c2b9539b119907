import { SlidersHorizontal } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { DEVELOPMENT_TYPES } from '../../shared/suggestion-rules.ts'
import { PeopleMissing } from '../requests/common/PeopleMissing.tsx'
import { AssigneeChoice } from '../requests/list/AssigneeChoice.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/inputs.tsx'
import { Popover, PopoverClose } from '../ui/Popover.tsx'
import { toggled } from '../ui/toggled.ts'
import { peopleOptions } from '../requests/common/api.ts'
import type { DayUnit } from './filters.ts'
import type { FilterProps } from './FilterBar.tsx'
import styles from './filter-bar.module.css'

const UNITS: readonly { value: DayUnit; label: string }[] = [
  { value: 'calendar', label: 'Calendar days' },
  { value: 'working', label: 'Working days' },
]

export function MoreFilters({ filters, change }: FilterProps) {
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
      <PeopleMissing />
      <div className="panel-foot">
        <PopoverClose>Done</PopoverClose>
      </div>
    </Popover>
  )
}
