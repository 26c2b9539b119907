import { OPEN_STATUSES, type Status, STATUS_KEYS } from '../../shared/request-rules.ts'

/** Status names by the number that the model stores; the open ones come first. */
export const STATUS_NUMBERS: readonly Status[] = STATUS_KEYS
export const OPEN_COUNT = OPEN_STATUSES.length
export const PENDING = STATUS_NUMBERS.indexOf('pending')
export const IN_PROGRESS = STATUS_NUMBERS.indexOf('in_progress')
export const COMPLETED = STATUS_NUMBERS.indexOf('completed')
export const REJECTED = STATUS_NUMBERS.indexOf('rejected')
export const CANCELLED = STATUS_NUMBERS.indexOf('cancelled')
export const isOpenNumber = (status: number) => status < OPEN_COUNT

export function statusNumber(name: string): number {
  return STATUS_NUMBERS.findIndex((status) => status === name)
}
