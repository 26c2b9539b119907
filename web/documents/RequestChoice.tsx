import { STATUS_KEYS, takesDocuments } from '../../shared/request-rules.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceRequest } from '../../shared/requests.ts'
import type { RequestList } from '../../shared/request-list.ts'
import { LIMITS } from '../../shared/text-rules.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { StatusBadge } from '../requests/common/badges.tsx'
import styles from './upload-dialog.module.css'

const SHOWN = 6
const TARGETS = STATUS_KEYS.filter(takesDocuments).join(',')
type Target = Pick<ServiceRequest, 'id' | 'requestId' | 'title' | 'status'>

/** Requests that take documents: a cancelled one is final. */
function targetsOptions(search: string) {
  const query = new URLSearchParams({ limit: String(SHOWN), status: TARGETS })
  if (search !== '') query.set('search', search)
  return queryOptions<RequestList>({ queryKey: [`/api/requests?${query}`], placeholderData: (before) => before })
}

interface RequestChoiceProps {
  chosen: Target | null
  onChoose: (request: Target) => void
}

/** Search for one request, by number, title or text. */
export function RequestChoice({ chosen, onChoose }: RequestChoiceProps) {
  const [search, setSearch] = useState('')
  const targets = useQuery(targetsOptions(search))
  const rows = targets.data?.requests ?? []
  // The chosen request stays visible during another search.
  const shown = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows
  return (
    <fieldset className={styles.requests}>
      <legend>Request</legend>
      <SearchField label="Search by number or title" value={search} onSearch={setSearch} maxLength={LIMITS.search} />
      {targets.isError && !targets.data && <ReadError title="Failed to fetch requests" query={targets} />}
      {targets.isPending && (
        <Loading label="Loading requests">
          <Skeleton height={120} />
        </Loading>
      )}
      {targets.data && shown.length === 0 && <p className="text-13 soft">No requests found</p>}
      <div className={styles.results}>
        {shown.map((request) => (
          <label key={request.id} className={styles.result}>
            <input
              type="radio"
              className="checkbox"
              name="request"
              checked={request.id === chosen?.id}
              onChange={() => onChoose(request)}
            />
            <span className={styles.number}>{request.requestId}</span>
            <bdi className={styles.title}>{request.title}</bdi>
            <StatusBadge status={request.status} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
