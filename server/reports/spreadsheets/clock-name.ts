import { dateIn } from '../../../shared/dates.ts'

/** `2026-11-22 09.14`: not every system allows a colon in file names. */
export function clockName(timeZone: string, at: Date): string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(at)
  return `${dateIn(timeZone, at)} ${time.replace(':', '.')}`
}
