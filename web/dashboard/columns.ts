import type { Volume } from '../../shared/dashboard.ts'
import type { Column } from '../charts/MirroredBars.tsx'
import { dateWords } from '../formats/dates.ts'
import { requestsCreated, requestsFinished } from './links.ts'

/** "16–22 Nov 2026", "28 Sep – 4 Oct 2026", "29 Dec 2025 – 4 Jan 2026", or one day alone */
export function periodWords(from: string, to: string): string {
  if (from === to) return dateWords(from)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${dateWords(to)}`
  return `${dateWords(from, from.slice(0, 4) !== to.slice(0, 4))} – ${dateWords(to)}`
}

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
