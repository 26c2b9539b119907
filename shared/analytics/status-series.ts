import { type Status, STATUS_KEYS } from '../request-rules.ts'

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name
type Series = Camel<Status>

/** Name of a status among the daily series: `inProgress` for `in_progress`. */
export function seriesOf(status: Status): Series {
  return status.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as Series
}

/** One series for each status. */
export function allSeries<T>(of: (status: Status) => T): Record<Series, T> {
  return Object.fromEntries(STATUS_KEYS.map((status) => [seriesOf(status), of(status)])) as Record<Series, T>
}
