import { z } from 'zod'

const ACTIVITIES = ['looking', 'editing'] as const
export type Activity = (typeof ACTIVITIES)[number]

/** Body of PUT /api/requests/{id}/presence. */
export const PresenceSaid = z.strictObject({
  /** chosen by the open page, which shows one request at a time */
  page: z.string().regex(/^[0-9a-f]{32}$/, 'Must be 32 hexadecimal digits.'),
  activity: z.enum([...ACTIVITIES, 'gone']),
})
export type PresenceSaid = z.infer<typeof PresenceSaid>

/** Another person who has the request open. */
export const Visitor = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  activity: z.enum(ACTIVITIES),
})
export type Visitor = z.infer<typeof Visitor>

/** Who else has a request open, those who edit it first. */
export const Presence = z.object({ people: z.array(Visitor) })
export type Presence = z.infer<typeof Presence>

/** A page says again that it is there. */
export const SAY_AGAIN_MS = 10_000
/** A page that has said nothing for so long is gone. */
export const PRESENT_FOR_MS = 20_000
