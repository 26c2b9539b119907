import { Plus } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { DateFilter } from '../../ui/DateFilter.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { Popover, PopoverClose } from '../../ui/Popover.tsx'
import { peopleOptions } from '../common/api.ts'
import { PeopleMissing } from '../common/PeopleMissing.tsx'
import type { ListState } from '../common/list-state.ts'
import type { ChangeList } from '../common/use-list-state.ts'
import { classes } from '../../ui/classes.ts'
import { toggled } from '../../ui/toggled.ts'
import { AssigneeChoice } from './AssigneeChoice.tsx'
import { DepartmentChoices } from './DepartmentChoices.tsx'
import { PersonChoice } from './PersonChoice.tsx'
import { PriorityChoices } from './PriorityChoices.tsx'
import styles from './list.module.css'
import { say } from '../../../shared/texts/say.ts'

interface PanelProps {
  state: ListState
  change: ChangeList
}

interface FilterPanelProps extends PanelProps {
  nameOf: (id: string) => string | undefined
}

function Kinds({ state, change }: PanelProps) {
  return (
    <>
      <PriorityChoices
        chosen={state.priority}
        onToggle={(priority) => change({ priority: toggled(state.priority, priority) })}
      />
      <DepartmentChoices
        chosen={state.department}
        onToggle={(key) => change({ department: toggled(state.department, key) })}
      />
    </>
  )
}

function People({ state, change, nameOf }: FilterPanelProps) {
  return (
    <>
      <div className="field-pair">
        <PersonChoice
          label={say('Requested by')}
          special={{ value: 'me', label: say('Me') }}
          chosen={state.requester}
          nameOf={nameOf}
          onChoose={(requester) => change({ requester })}
        />
        <AssigneeChoice chosen={state.assignedTo} nameOf={nameOf} onChoose={(assignedTo) => change({ assignedTo })} />
      </div>
      <PeopleMissing />
      <div className={classes('row wrap', styles.filterMarks)}>
        <Checkbox checked={state.overdue} onChange={(event) => change({ overdue: event.target.checked })}>
          {say('Overdue')}
        </Checkbox>
      </div>
    </>
  )
}

type DateKey = 'dueFrom' | 'dueTo' | 'createdFrom' | 'createdTo' | 'completedFrom' | 'completedTo'

function Range({ state, change, label, from, to }: PanelProps & { label: string; from: DateKey; to: DateKey }) {
  const [first, last] = [state[from], state[to]]
  const isReversed = first !== null && last !== null && first > last
  const field = (key: DateKey, word: string, error?: string) => (
    <DateFilter
      error={error}
      label={`${label} ${word}`}
      value={state[key]}
      onChange={(date, options) => change({ [key]: date }, options)}
    />
  )
  return (
    <div className="field-pair">
      {field(from, 'from')}
      {field(to, 'until', isReversed ? say('Earlier than the first date') : undefined)}
    </div>
  )
}

/** The further filters. Each choice applies at once and is shown as a chip beside the search. */
export function FilterPanel({ state, change, nameOf }: FilterPanelProps) {
  const client = useQueryClient()
  const readAhead = () => void client.prefetchQuery(peopleOptions())
  return (
    <Popover
      label={say('Filters')}
      className={classes('panel', styles.filters)}
      align="start"
      trigger={
        <Button look="quiet" icon={Plus} onPointerEnter={readAhead} onFocus={readAhead}>
          {say('Add filter')}
        </Button>
      }
    >
      <Kinds state={state} change={change} />
      <People {...{ state, change, nameOf }} />
      <Range state={state} change={change} label={say('Due')} from="dueFrom" to="dueTo" />
      <Range state={state} change={change} label={say('Created')} from="createdFrom" to="createdTo" />
      <Range state={state} change={change} label={say('Finished')} from="completedFrom" to="completedTo" />
      <div className="panel-foot">
        <PopoverClose>{say('Done')}</PopoverClose>
      </div>
    </Popover>
  )
}
