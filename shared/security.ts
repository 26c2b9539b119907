import { z } from 'zod'
import { PASSWORD_FLOOR } from './people.ts'
import { formatNumber } from './texts/formats.ts'

/** The offered timeouts, in minutes. */
export const SESSION_TIMEOUTS = [30, 60, 240, 480] as const

const whole = (least: number, most: number) =>
  z
    .int('Please enter a whole number')
    .min(least, `At least ${least}`)
    .max(most, `At most ${formatNumber(most)}`)

/** Failures without a penalty, and the longest wait that further ones lead to. */
const limit = (free: [number, number], minutes: [number, number]) =>
  z.strictObject({ free: whole(...free), longestMinutes: whole(...minutes) })

/** Within these bounds guessing stays slow, and no person is locked out for long. */
export const Throttle = z.strictObject({
  /** one account from one address */
  pair: limit([3, 10], [5, 60]),
  /** one account from all addresses that are new to it */
  account: limit([10, 100], [1, 30]),
  /** one address, for all accounts; a whole office may share it */
  address: limit([20, 500], [1, 15]),
})
export type Throttle = z.infer<typeof Throttle>

/** Default until an administrator changes it. */
export const THROTTLE: Throttle = {
  pair: { free: 5, longestMinutes: 15 },
  account: { free: 20, longestMinutes: 5 },
  address: { free: 50, longestMinutes: 1 },
}

export const Visibility = z.enum(['all', 'own'], { error: 'Choose who sees which requests' })

/** Why somebody without `requests.viewAll` may not change who sees which requests. */
export const VISIBILITY_REFUSAL =
  'Only people whose role lets them see every request can change who sees which requests.'

const SECURITY_BOUNDS = {
  maxSessions: { min: 1, max: 1000 },
  passwordMinLength: { min: PASSWORD_FLOOR, max: 64 },
} as const

const maxSessions = whole(SECURITY_BOUNDS.maxSessions.min, SECURITY_BOUNDS.maxSessions.max)
const sessionTimeout = z
  .int('Choose a session timeout')
  .refine((minutes) => (SESSION_TIMEOUTS as readonly number[]).includes(minutes), {
    error: 'Choose 30 minutes, 1, 4 or 8 hours',
  })

/** Body of PUT /api/settings/security. Omitted fields are unchanged. */
export const SecurityChange = z.strictObject({
  version: z.int('version is required'),
  /** idle timeout of a session */
  idleMinutes: sessionTimeout.optional(),
  maxSessions: maxSessions.optional(),
  passwordMinLength: whole(SECURITY_BOUNDS.passwordMinLength.min, SECURITY_BOUNDS.passwordMinLength.max).optional(),
  throttle: Throttle.optional(),
  visibility: Visibility.optional(),
})
export type SecurityChange = z.infer<typeof SecurityChange>

/** Answer of GET and PUT /api/settings/security. */
export const SecuritySettings = z.object({
  version: z.int(),
  idleMinutes: z.int(),
  maxSessions: z.int(),
  passwordMinLength: z.int(),
  throttle: Throttle,
  visibility: Visibility,
})
export type SecuritySettings = z.infer<typeof SecuritySettings>

/** Query of GET /api/settings/security/effects: what is about to be saved. */
export const SecurityEffectsQuery = z.strictObject({
  idleMinutes: z.coerce.number().pipe(sessionTimeout).optional(),
  maxSessions: z.coerce.number().pipe(maxSessions).optional(),
})
export type SecurityEffectsQuery = z.infer<typeof SecurityEffectsQuery>

/** Effect of a policy on the currently open sessions. The caller's own session stays. */
export const SecurityEffects = z.object({
  /** sessions idle for longer than the timeout */
  idleSessions: z.int(),
  /** people with more sessions than allowed, and the number of sessions that end */
  crowdedPeople: z.int(),
  crowdedSessions: z.int(),
})
export type SecurityEffects = z.infer<typeof SecurityEffects>
