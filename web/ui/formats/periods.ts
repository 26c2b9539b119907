import { dateWords } from './dates.ts'

/** "16–22 Nov 2026", "28 Sep – 4 Oct 2026", "29 Dec 2025 – 4 Jan 2026", or one day alone */
export function periodWords(from: string, to: string): string {
  if (from === to) return dateWords(from)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${dateWords(to)}`
  return `${dateWords(from, from.slice(0, 4) !== to.slice(0, 4))} – ${dateWords(to)}`
}
