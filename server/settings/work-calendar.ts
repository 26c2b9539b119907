import type { WorkCalendar } from '../../engine/durations/work-days.ts'
import type { Policy } from './service.ts'

/** The office's working days and holidays, for counting working days. */
export function workCalendarOf({ workingDays, holidays, timeZone }: Policy): WorkCalendar {
  return { workingDays, holidays: holidays.map(({ date }) => date), timeZone }
}
