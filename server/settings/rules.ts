import { z } from 'zod'
import {
  Holidays,
  OFFICE_NAME,
  OfficeName,
  PUBLISHED_TIMES,
  PublishedTimes,
  TimeZone,
  WORKING_DAYS,
  WorkingDays,
} from '../../shared/general-settings.ts'
import { DOCUMENT_SETTINGS, DocumentSettings } from '../../shared/document-settings.ts'
import { FAIR_USE, FairUse } from '../../shared/fair-use.ts'
import { THROTTLE, Throttle, Visibility } from '../../shared/security.ts'
import { EstimateDays } from '../../shared/settings.ts'
import { PASSWORD_FLOOR } from '../../shared/users.ts'

/** Default minimum length of passwords without a second factor (NIST SP 800-63B-4, section 3.1.1.2). */
const UNDECIDED_MIN_LENGTH = 15

/** The office's rules. Each is one row of `settings`, its value as JSON; a missing or invalid one falls back to the default. */
export const Rules = z.object({
  officeName: OfficeName.catch(OFFICE_NAME),
  timeZone: TimeZone.catch('UTC'),
  workingDays: WorkingDays.catch([...WORKING_DAYS]),
  holidays: Holidays.catch([]),
  publishedTimes: PublishedTimes.catch(PUBLISHED_TIMES),
  /** shared by the general settings */
  generalVersion: z.int().min(1).catch(1),
  visibility: Visibility.catch('all'),
  throttle: Throttle.catch(THROTTLE),
  /** shared by the security policy */
  securityVersion: z.int().min(1).catch(1),
  estimateDays: EstimateDays.catch('calendar'),
  passwordMinLength: z.int().min(PASSWORD_FLOOR).max(64).catch(UNDECIDED_MIN_LENGTH),
  /** idle timeout of a session */
  idleMinutes: z.int().min(5).max(1440).catch(240),
  /** maximum age of a session; the page drops its token after 24 hours anyway */
  absoluteHours: z.int().min(1).max(24).catch(24),
  maxSessions: z.int().min(1).max(1000).catch(3),
  fairUse: FairUse.catch(FAIR_USE),
  fairUseVersion: z.int().min(1).catch(1),
  documents: DocumentSettings.catch(DOCUMENT_SETTINGS),
  documentsVersion: z.int().min(1).catch(1),
})
export type Rules = z.infer<typeof Rules>

/** Defaults of the demo: short passwords, and shared accounts that many people may try at once. */
export const DEMO_POLICY: Partial<Rules> = { passwordMinLength: PASSWORD_FLOOR, maxSessions: 100 }
