import { Pause, Play, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../shared/audit.ts'
import type { AuditGroup } from '../../shared/audit-actions.ts'
import { fullName } from '../../shared/people.ts'
import type { User } from '../../shared/users.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Popover } from '../ui/Popover.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Select } from '../ui/Select.tsx'
import { peopleOptions } from '../requests/common/api.ts'
import { type AuditState, chipsOf, GROUP_OPTIONS } from './filter-state.ts'
import { AuditFilters } from './AuditFilters.tsx'
import styles from './audit.module.css'

export type ChangeAudit = (part: Partial<AuditState>, options?: { replace?: boolean }) => void

interface ToolsProps {
  state: AuditState
  change: ChangeAudit
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
        <AuditFilters {...{ state, change, people, nameOf }} />
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
