import { fullName } from '../../shared/people.ts'
import type { Report } from '../../shared/reports/definition.ts'

/** `By Ben Ochs`, also for an owner who is gone. */
export function ownerWords(owner: NonNullable<Report['owner']>, isGone: boolean): string {
  return isGone ? `By ${fullName(owner)}, whose account is deactivated` : `By ${fullName(owner)}`
}
