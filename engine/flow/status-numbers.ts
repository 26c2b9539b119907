import type { Status } from '../../shared/request-rules.ts'

/** Status names by the number that the model stores. */
export const STATUS_NUMBERS: readonly Status[] = ['pending', 'in_progress', 'completed', 'rejected', 'cancelled']
export const [PENDING, IN_PROGRESS, COMPLETED, REJECTED, CANCELLED] = [0, 1, 2, 3, 4] as const
export const isOpenNumber = (status: number) => status <= IN_PROGRESS

export function statusNumber(name: string): number {
  return STATUS_NUMBERS.findIndex((status) => status === name)
}
