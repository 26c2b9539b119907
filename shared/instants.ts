import { formatDate } from './texts/formats.ts'

/** `22 Nov 2026, 09:14`: an instant in the office's time zone. */
export function shortInstant(instant: string, timeZone: string): string {
  return formatDate(new Date(instant), { timeZone, dateStyle: 'medium', timeStyle: 'short' })
}
