/** `22 Nov 2026, 09:14`: an instant as the office's clock shows it. */
export function shortInstant(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(instant))
}
