/** `22 Nov 2026, 09:14`: an instant in the office's time zone. */
export function shortInstant(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(instant))
}
