import type { TableColumn } from '../../shared/export-columns.ts'
import type { Fact } from '../pdf/blocks.ts'

/** A date is `YYYY-MM-DD`, an instant ISO text in UTC, a number as JSON has it. */
export type Cell = string | null

export interface TableOptions {
  columns: readonly TableColumn[]
  /** instants are written in this one, because spreadsheets know none */
  timeZone: string
  /** of the sheet */
  name: string
  /** what a table says of itself, where it is read without the page that it is from; only the PDF does */
  about?: {
    office: string
    title: string
    /** ISO text */
    at: string
    /** what narrows it, and its order */
    facts: readonly Fact[]
    rows: number
  }
}

/** An instant as a clock in a time zone shows it: `2026-11-22 09:14`. */
export function clockIn(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (instant) => format.format(new Date(instant))
}

/** `Created (Europe/Paris)`: an instant says whose clock it is. */
export function headOf({ label, kind }: TableColumn, timeZone: string): string {
  return kind === 'instant' ? `${label} (${timeZone})` : label
}
