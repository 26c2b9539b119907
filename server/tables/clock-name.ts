import { dateIn } from '../../shared/dates.ts'

/** `2026-11-22 09.14`: a colon is no part of a file's name everywhere. */
export function clockName(timeZone: string, at: Date): string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(at)
  return `${dateIn(timeZone, at)} ${time.replace(':', '.')}`
}
