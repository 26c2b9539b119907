import type { UseQueryResult } from '@tanstack/react-query'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { nearInstant } from '../../ui/formats/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { isNotFound } from '../../ui/errors/not-found.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

/** Shown above a cached request whose refetch failed. */
export function RequestStale({ query }: { query: UseQueryResult<ServiceRequest> }) {
  if (!query.isError || !query.data || isNotFound(query)) return null
  const read = nearInstant(new Date(query.dataUpdatedAt).toISOString())
  return (
    <ReadError title={say('Failed to fetch the request')} query={query} safe={say('Last loaded: {read}', { read })} />
  )
}

/** Shown instead of a request that is loading, not found, or failed to load. */
export function RequestMissing({ query }: { query: UseQueryResult<ServiceRequest> }) {
  if (isNotFound(query))
    return (
      <EmptyState picture="search" title={say('There is no such request')} level={2}>
        {say('The number may be wrong, or you may not be allowed to see the request.')}
      </EmptyState>
    )
  if (query.isPaused) return <NotLoaded what={say('This request was not loaded')} />
  if (query.isError) return <ReadError title={say('Failed to fetch the request')} query={query} />
  return (
    <Loading label={say('Loading the request')}>
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
