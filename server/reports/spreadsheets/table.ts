import type { TableColumn } from '../../../shared/export-columns.ts'
import type { Fact } from '../pdf/blocks.ts'

/** A date is `YYYY-MM-DD`, an instant ISO text in UTC, a number its JSON text. */
export type Cell = string | null

export interface TableOptions {
  columns: readonly TableColumn[]
  /** time zone of instants, because spreadsheets have no time zones */
  timeZone: string
  /** name of the sheet */
  name: string
  /** description of the table for readers without the page; only used by the PDF */
  about?: {
    office: string
    title: string
    /** ISO text */
    at: string
    /** its filters and order */
    facts: readonly Fact[]
    rows: number
  }
}

/** Formats an instant in a time zone: `2026-11-22 09:14`. */
export function clockIn(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (instant) => format.format(new Date(instant))
}

/** `Created (Europe/Paris)`: instants state their time zone. */
export function headOf({ label, kind }: TableColumn, timeZone: string): string {
  return kind === 'instant' ? `${label} (${timeZone})` : label
}
