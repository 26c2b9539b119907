import { z } from 'zod'
import { formatNumber } from './texts/formats.ts'

/** A token bucket: its capacity and its refill rate. */
export interface Rate {
  burst: number
  perSecond: number
}

const whole = (least: number, most: number) =>
  z
    .int('Please enter a whole number')
    .min(least, `At least ${least}`)
    .max(most, `At most ${formatNumber(most)}`)

const rate = (least: Rate) =>
  z.strictObject({ burst: whole(least.burst, 10_000), perSecond: whole(least.perSecond, 1000) })

/** Rate limits per person; each minimum is enough for ordinary work on the page. */
export const FairUse = z.strictObject({
  writes: rate({ burst: 100, perSecond: 5 }),
  aiCalls: rate({ burst: 30, perSecond: 2 }),
})
export type FairUse = z.infer<typeof FairUse>

/** Default until an administrator changes it. */
export const FAIR_USE: FairUse = {
  writes: { burst: 300, perSecond: 20 },
  aiCalls: { burst: 60, perSecond: 5 },
}

/** Body of PUT /api/settings/fair-use. `version` is the one that the editor loaded. */
export const FairUseChange = FairUse.extend({ version: z.int().min(1) })
export type FairUseChange = z.infer<typeof FairUseChange>

/** Answer of GET and PUT /api/settings/fair-use. */
export const FairUseSettings = FairUseChange.extend({
  /** false if the environment disables the limits */
  enforced: z.boolean(),
})
export type FairUseSettings = z.infer<typeof FairUseSettings>
