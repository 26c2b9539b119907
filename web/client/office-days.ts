import type { SignedInUser } from '../../shared/users.ts'
import { useSession } from './session.ts'

const MONDAY_TO_FRIDAY: readonly number[] = [1, 2, 3, 4, 5]
const NONE: readonly { date: string; name: string }[] = []

/** When the office works. */
export interface OfficeDays {
  /** 1 Monday … 7 Sunday */
  workingDays: readonly number[]
  holidays: readonly { date: string; name: string }[]
}

/** Comes with the session: known offline, too. */
export function useOfficeDays(): OfficeDays {
  // A session stored by an older version has neither.
  const user: Partial<SignedInUser> | undefined = useSession()?.user
  return { workingDays: user?.officeWorkingDays ?? MONDAY_TO_FRIDAY, holidays: user?.officeHolidays ?? NONE }
}
