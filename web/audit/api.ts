import { queryOptions } from '@tanstack/react-query'
import type { AuditFilter, AuditNews, AuditPage } from '../../shared/audit.ts'
import { get } from '../client/api.ts'
import { type AuditState, queryOf } from './filter-state.ts'

const AUDIT = '/api/audit'

/** A page of the log. It grows all the time, so it is read anew each time it is opened, and not kept. */
export function auditOptions(state: AuditState) {
  const query = queryOf(state)
  return queryOptions<AuditPage>({
    queryKey: [query === '' ? AUDIT : `${AUDIT}?${query}`],
    refetchOnMount: 'always',
    staleTime: 0,
    gcTime: 0,
  })
}

/** What has come into the log since; an unchanged answer costs a 304. */
export function readNews(filter: AuditFilter, after: number, signal: AbortSignal): Promise<AuditNews> {
  const filters = queryOf(filter)
  return get(`${AUDIT}/news?after=${after}${filters && `&${filters}`}`, { signal })
}
