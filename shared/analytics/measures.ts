import { OPEN_STATUSES, type OpenStatus, statusWord } from '../request-rules.ts'

/** Durations in days: `age` in the present status; the name of an open status is the total time in it. */
export const MEASURE_WORDS = {
  lead: 'Lead time',
  cycle: 'Cycle time',
  age: 'Age',
  ...(Object.fromEntries(OPEN_STATUSES.map((status) => [status, `Time ${statusWord(status)}`])) as Record<
    OpenStatus,
    string
  >),
  answer: 'First answer',
} as const
export type RowsMeasure = keyof typeof MEASURE_WORDS
export const ROWS_MEASURES = Object.keys(MEASURE_WORDS) as RowsMeasure[]
