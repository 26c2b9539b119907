import type { Volume } from '../../../shared/dashboard.ts'
import type { Column } from '../../ui/charts/MirroredBars.tsx'
import { dateWords } from '../../ui/formats/dates.ts'
import { periodWords } from '../../ui/formats/periods.ts'
import { requestsCreated, requestsFinished } from './links.ts'

/** The buckets as the chart draws them; only the last one is still running. */
export function volumeColumns({ unit, buckets }: Volume): Column[] {
  return buckets.map(({ start, end, created, completed }, index) => ({
    name: unit === 'day' ? dateWords(start) : `Week of ${periodWords(start, end)}`,
    tick: dateWords(start, false),
    up: created,
    down: completed,
    upTo: requestsCreated(start, end),
    downTo: requestsFinished(start, end),
    running: index === buckets.length - 1,
  }))
}
