import { fullName } from '../../shared/people.ts'
import type { Report } from '../../shared/reports/definition.ts'

/** `By Ben Ochs`, also of somebody who is gone. */
export function ownerWords(owner: NonNullable<Report['owner']>, isGone: boolean): string {
  return isGone ? `By ${fullName(owner)}, whose account is deactivated` : `By ${fullName(owner)}`
}
