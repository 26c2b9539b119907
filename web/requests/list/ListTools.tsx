import { X } from 'lucide-react'
import { useCallback, useRef, type ReactNode } from 'react'
import { STATUS_KEYS, STATUSES } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { LIMITS } from '../../../shared/text-rules.ts'
import { say } from '../../../shared/texts/say.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { StatusGlyph } from '../common/badges.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { isFiltered, type ListState } from '../common/list-state.ts'
import { chipsOf, NO_FILTERS } from '../common/list-filters.ts'
import { useNameOf } from './use-name-of.ts'
import type { ChangeList } from '../common/use-list-state.ts'
import { classes } from '../../ui/classes.ts'
import styles from './list.module.css'

/** In a filter "Pending" names the status; the badge says what it means. */
const statusOptions = () => [
  { value: 'all', label: say('All Status') },
  ...STATUS_KEYS.map((status) => ({
    value: status,
    label: status === 'pending' ? say('Pending') : STATUSES[status],
    glyph: <StatusGlyph status={status} toned />,
  })),
]

interface ToolsProps {
  state: ListState
  change: ChangeList
  /** the shown ones, where there is a list below */
  requests?: readonly ServiceRequest[] | undefined
  heading: ReactNode
  actions?: ReactNode
}

/** Search, status, the further filters as removable chips, and whatever the screen adds at the end. */
export function ListTools({ state, change, requests, heading, actions }: ToolsProps) {
  const nameOf = useNameOf(state, requests)
  const hadSearch = state.search !== ''
  const onSearch = useCallback((search: string) => change({ search }, { replace: hadSearch }), [change, hadSearch])
  const several = state.status.length > 1
  const chips = chipsOf(state, nameOf)
  const tools = useRef<HTMLDivElement>(null)
  const filtered = isFiltered(state)
  const keepFocus = useFocusFallback(tools, '.chip button, input', filtered ? chips.length : 'none')
  return (
    <div className={classes('tools', styles.listTools)} ref={tools}>
      {heading}
      <SearchField
        label={say('Search requests')}
        value={state.search}
        onSearch={onSearch}
        maxLength={LIMITS.search}
        className={styles.search}
      />
      <Select
        className={styles.statusFilter}
        aria-label={say('Status')}
        options={[...statusOptions(), ...(several ? [{ value: 'several', label: say('Several') }] : [])]}
        value={several ? 'several' : (state.status[0] ?? 'all')}
        onValueChange={(value) => change({ status: STATUS_KEYS.filter((status) => status === value) })}
      />
      {chips.map((chip) => (
        <span key={chip.label + chip.value} className="chip active">
          <b>{chip.label}</b>
          <span className="truncated">{chip.value}</span>
          <button
            type="button"
            aria-label={say('Remove filter {label}: {value}', { label: chip.label, value: chip.value })}
            onClick={() => {
              keepFocus()
              change(chip.without)
            }}
          >
            <Icon of={X} size="s" />
          </button>
        </span>
      ))}
      <FilterPanel {...{ state, change, nameOf }} />
      {filtered && (
        <Button
          look="quiet"
          onClick={() => {
            keepFocus()
            change(NO_FILTERS)
          }}
        >
          {say('Clear filters')}
        </Button>
      )}
      {actions && <div className={styles.listActions}>{actions}</div>}
    </div>
  )
}
