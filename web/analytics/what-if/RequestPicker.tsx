import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '../../../shared/text-rules.ts'
import { OPEN_FILTER } from '../../../shared/request-rules.ts'
import type { RequestList } from '../../../shared/request-list.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover, PopoverClose } from '../../ui/Popover.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { PriorityMark } from '../../requests/common/badges.tsx'
import styles from './what-if.module.css'

const FOUND = 8

function openRequests(search: string) {
  const query = new URLSearchParams({ limit: String(FOUND), status: OPEN_FILTER })
  if (search !== '') query.set('search', search)
  return queryOptions<RequestList>({ queryKey: [`/api/requests?${query}`], placeholderData: keepPreviousData })
}

interface PickerProps {
  /** the number of the chosen request */
  value: string | null
  onChange: (number: string | null) => void
}

/** One of the open requests, found by number or words. */
export function RequestPicker({ value, onChange }: PickerProps) {
  return (
    <div className={classes('field', styles.picker)}>
      <span className="label" id="what-if-pull">
        Pull one forward
      </span>
      <span className="row">
        <Popover
          label="Open requests"
          align="start"
          className={classes('panel', styles.found)}
          trigger={
            <button type="button" className="input combobox" aria-labelledby="what-if-pull what-if-pulled">
              <span className="truncated" id="what-if-pulled">
                {value ?? 'No request'}
              </span>
              <Icon of={ChevronDown} />
            </button>
          }
        >
          <Found onChoose={onChange} />
        </Popover>
        {value !== null && <IconButton icon={X} label={`Leave ${value} in its place`} onClick={() => onChange(null)} />}
      </span>
      <span className="hint">taken up next</span>
    </div>
  )
}

function Found({ onChoose }: { onChoose: (number: string) => void }) {
  const [search, setSearch] = useState('')
  const query = useQuery(openRequests(search))
  const { data, isError } = query
  return (
    <>
      <SearchField label="Search open requests" value={search} onSearch={setSearch} maxLength={LIMITS.search} />
      {isError && !data && <ReadError title="The requests could not be loaded" query={query} />}
      {data?.requests.length === 0 && <p className="text-13 muted">No open request matches.</p>}
      <ul className={styles.choices} aria-busy={!data}>
        {data?.requests.map(({ id, requestId, title, priority }) => (
          <li key={id}>
            <PopoverClose look="quiet" onClick={() => onChoose(requestId)}>
              <span className="request-id">{requestId}</span>
              <span className={styles.title}>{title}</span>
              <PriorityMark priority={priority} />
            </PopoverClose>
          </li>
        ))}
      </ul>
    </>
  )
}
