/** Durations in days: `age` in the present status; `pending` and `in_progress` are the total time in that status. */
export const MEASURE_WORDS = {
  lead: 'Lead time',
  cycle: 'Cycle time',
  age: 'Age',
  pending: 'Time pending',
  in_progress: 'Time in progress',
  answer: 'First answer',
} as const
export type RowsMeasure = keyof typeof MEASURE_WORDS
export const ROWS_MEASURES = Object.keys(MEASURE_WORDS) as RowsMeasure[]
