import { queryOptions } from '@tanstack/react-query'
import type { AuditFilter, AuditHead, AuditNews, AuditPage } from '../../shared/audit.ts'
import { get } from '../client/api.ts'
import { type AuditState, queryOf } from './filter-state.ts'

const AUDIT = '/api/audit'

/** A page of the log. It grows all the time, so it is refetched on every mount and not cached. */
export function auditOptions(state: AuditState) {
  const query = queryOf(state)
  return queryOptions<AuditPage>({
    queryKey: [query === '' ? AUDIT : `${AUDIT}?${query}`],
    refetchOnMount: 'always',
    staleTime: 0,
    gcTime: 0,
  })
}

/** Entries added to the log since; an unchanged answer costs a 304. */
export function readNews(filter: AuditFilter, after: number, signal: AbortSignal): Promise<AuditNews> {
  const filters = queryOf(filter)
  return get(`${AUDIT}/news?after=${after}${filters && `&${filters}`}`, { signal })
}

/** Digests to verify an exported log against, of this moment: refetched on every mount. */
export function headOptions() {
  return queryOptions<AuditHead>({ queryKey: [`${AUDIT}/head`], refetchOnMount: 'always', gcTime: 0 })
}

export function csvPath(filter: AuditFilter): string {
  const filters = queryOf(filter)
  return `${AUDIT}/export.csv${filters && `?${filters}`}`
}
