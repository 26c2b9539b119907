import { z } from 'zod'
import { PERMISSIONS } from './permissions.ts'
import { reference } from './text.ts'

/** One thing that a person can or cannot do, and why. */
export const AccessLine = z.object({
  /** begins a sentence: "Cancel it" */
  action: z.string(),
  isAllowed: z.boolean(),
  /** role and permission that allow it, or every reason that prevents it */
  why: z.array(z.string()),
})
export type AccessLine = z.infer<typeof AccessLine>

/** Answer of GET /api/access/:id. */
export const Access = z.object({
  person: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: z.string(),
    roleName: z.string(),
    /** false: every call is refused, whatever the role allows */
    isActive: z.boolean(),
  }),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** null when the query named no request */
  request: z
    .object({ id: z.string(), requestId: z.string(), title: z.string(), lines: z.array(AccessLine) })
    .nullable(),
  areas: z.array(z.object({ title: z.string(), lines: z.array(AccessLine) })),
})
export type Access = z.infer<typeof Access>

/** Query of GET /api/access/:id: a request's id or number. */
export const AccessQuery = z.strictObject({ request: reference().optional() })
