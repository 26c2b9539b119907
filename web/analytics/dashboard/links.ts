import type { Status } from '../../../shared/requests.ts'

/** Addresses of the rows behind a figure: the list's own filters, nothing else. */
export const allRequests = '/requests'
export const overdueRequests = '/requests?overdue=true'

export function requestsWithStatus(status: Status): string {
  return `/requests?status=${status}`
}

/** @param from first calendar day, `YYYY-MM-DD`; @param to last one, included */
export function requestsCreated(from: string, to: string): string {
  return `/requests?createdFrom=${from}&createdTo=${to}`
}

/** Requests completed on these days, both included. */
export function requestsFinished(from: string, to: string): string {
  return `/requests?completedFrom=${from}&completedTo=${to}`
}
