import { z } from 'zod'
import { Priority, Status } from './requests.ts'
import { PersonName } from './users.ts'
import { wholeNumber } from './whole-number.ts'

/** Per answer. */
const MAX_OUTLOOKS = 20

const date = z.string()

/** Where an open request stands and when it will likely be finished (docs/flow-metrics.md). Days are working days of the office. */
export const OpenOutlook = z.object({
  kind: z.literal('open'),
  /** what it waits for: review by a manager, its assignee's work, or an assignee */
  waitsFor: z.enum(['review', 'work', 'assignee']),
  assignee: PersonName.nullable(),
  /** the day on which this step began (office's time zone), and the working days since */
  since: date,
  days: z.number(),
  /** this and all figures below come from all requests, or only from those that the asker may see */
  basedOn: z.enum(['all', 'visible']),
  /** counted from 1, among requests that wait for the same thing */
  place: z.object({ at: z.int(), of: z.int() }),
  /** how long this step took for comparable requests finished in the last year; null: too few */
  step: z
    .object({
      /** what the comparable requests share beside the step: priority and department, the priority, or nothing */
      basis: z.enum(['department', 'priority', 'all']),
      count: z.int(),
      p50: z.number(),
      p85: z.number(),
      /** it has taken longer than 95 of 100 of them */
      isBeyond95: z.boolean(),
    })
    .nullable(),
  /** the published time of this step */
  published: z.string(),
  /** null if no forecast is possible; `byDue`: probability of finishing by its due date */
  finish: z.object({ count: z.int(), p15: date, p50: date, p85: date, byDue: z.number().min(0).max(1) }).nullable(),
  dueDate: date,
  isOverdue: z.boolean(),
})
export type OpenOutlook = z.infer<typeof OpenOutlook>

/** Answer of GET /api/requests/:id/outlook. */
export const Outlook = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('closed'), status: Status, asOf: z.string() }),
  OpenOutlook.extend({
    asOf: z.string(),
    /** the finished requests that it was compared with, as far as the asker may see them */
    alike: z.array(
      z.object({ id: z.string(), requestId: z.string(), title: z.string(), days: z.number(), finishedOn: date }),
    ),
  }),
])
export type Outlook = z.infer<typeof Outlook>

export const OutlooksQuery = z.strictObject({
  page: wholeNumber(10_000, 'page must be a whole number from 1').optional(),
  limit: wholeNumber(MAX_OUTLOOKS, `limit must be a whole number from 1 to ${MAX_OUTLOOKS}`).optional(),
})
export type OutlooksQuery = z.infer<typeof OutlooksQuery>

/** Answer of GET /api/dashboard/outlooks: the asker's own open requests, newest first. */
export const Outlooks = z.object({
  asOf: z.string(),
  total: z.int(),
  requests: z.array(
    z.object({
      id: z.string(),
      requestId: z.string(),
      title: z.string(),
      status: Status,
      priority: Priority,
      outlook: OpenOutlook,
    }),
  ),
})
export type Outlooks = z.infer<typeof Outlooks>
