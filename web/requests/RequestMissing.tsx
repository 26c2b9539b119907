import type { UseQueryResult } from '@tanstack/react-query'
import type { ServiceRequest } from '../../shared/requests.ts'
import { ApiError } from '../api.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ReadError } from '../ui/ReadError.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

/** In the place of a request that isn't there: still coming, not to be found, or not readable just now. */
export function RequestMissing({ query }: { query: UseQueryResult<ServiceRequest> }) {
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <EmptyState picture="search" title="There is no such request" level={2}>
        It may have another number, or you may not be allowed to see it.
      </EmptyState>
    )
  if (query.isError) return <ReadError title="Failed to fetch the request" query={query} />
  return (
    <Loading label="Loading the request">
      <div className="stack">
        <div className="row">
          <Skeleton width={98} />
          <Skeleton width={72} height={22} />
          <Skeleton width={112} height={22} />
        </div>
        <Skeleton width="45%" height={20} />
        <Skeleton height={104} />
        <div className="row">
          <Skeleton width={52} />
          <Skeleton width={70} />
          <Skeleton width={70} />
          <Skeleton width={74} />
        </div>
        <Skeleton width="60%" />
        <Skeleton width="52%" />
        <Skeleton width="56%" />
      </div>
    </Loading>
  )
}
