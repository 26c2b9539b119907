import { z } from 'zod'
import { DevelopmentType } from './ai.ts'
import { Department, MAX_DEPARTMENTS, Priority, Status } from './requests.ts'
import { EstimateDays } from './settings.ts'
import { personId } from './text.ts'

/** Body of POST /api/ai/batches: which requests to classify; the open ones by default. */
export const BatchCall = z.strictObject({
  filter: z
    .strictObject({
      status: z.array(Status).min(1).optional(),
      priority: z.array(Priority).min(1).optional(),
      department: z.array(Department).min(1).max(MAX_DEPARTMENTS).optional(),
      overdue: z.literal('true').optional(),
      assignedTo: personId('unassigned').optional(),
    })
    .optional(),
  /** always classifies; `time` adds an estimate for each */
  kinds: z
    .array(z.enum(['classification', 'time']))
    .min(1)
    .optional(),
})
export type BatchCall = z.infer<typeof BatchCall>

export const Batch = z.object({
  id: z.string(),
  createdAt: z.string(),
  state: z.enum(['running', 'finished', 'cancelled']),
  total: z.int(),
  done: z.int(),
  /** rows without a decision; of a stopped run only those it had processed */
  undecided: z.int(),
})
export type Batch = z.infer<typeof Batch>

export const BatchItem = z.object({
  itemId: z.int(),
  id: z.string(),
  requestId: z.string(),
  title: z.string(),
  status: Status,
  /** as the request is now */
  current: z.object({ priority: Priority, department: Department }),
  suggested: z
    .object({
      suggestionId: z.string(),
      priority: Priority,
      /** the request's own, if the suggested one has since been retired and has no successor */
      department: Department,
      /** what happened to the suggested department, if it has since been retired */
      departmentNote: z.string().nullable(),
      developmentType: DevelopmentType,
      confidence: z.number(),
    })
    .nullable(),
  time: z.object({ days: z.number(), low: z.number(), high: z.number(), unit: EstimateDays }).nullable(),
  decision: z.enum(['accept', 'correct', 'skip']).nullable(),
  undone: z.boolean(),
})
export type BatchItem = z.infer<typeof BatchItem>

export const BatchItems = z.object({
  items: z.array(BatchItem),
  total: z.int(),
  /** of the undecided rows that have a suggestion */
  counts: z.object({
    /** those whose request would change */
    differ: z.int(),
    agree: z.int(),
    /** of those that differ, the ones whose suggestion is sure (see `SURE`) */
    sure: z.int(),
  }),
})
export type BatchItems = z.infer<typeof BatchItems>

export const BatchItemsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  decision: z.enum(['none', 'accept', 'correct', 'skip']).optional(),
  /** whether the suggestion differs from the request's current values */
  differs: z.enum(['true', 'false']).optional(),
  /** `difference`: rows that differ in both fields first, then in priority, then in department. Default: newest requests first. */
  sort: z.enum(['newest', 'difference', 'surest', 'least-sure']).optional(),
})
export type BatchItemsQuery = z.infer<typeof BatchItemsQuery>

const MAX_DECISIONS = 100
export const BatchDecisions = z.strictObject({
  items: z
    .array(
      z.strictObject({
        itemId: z.int(),
        decision: z.enum(['accept', 'correct', 'skip']),
        priority: Priority.optional(),
        department: Department.optional(),
      }),
    )
    .min(1)
    .max(MAX_DECISIONS),
})
export type BatchDecisions = z.infer<typeof BatchDecisions>

/** `decisionIds` are the rows' `itemId`s. */
export const BatchUndo = z.strictObject({ decisionIds: z.array(z.int()).min(1).max(MAX_DECISIONS) })
export type BatchUndo = z.infer<typeof BatchUndo>

/** Outcome for each row; failed rows carry an error, the others are applied. */
export const BatchOutcome = z.array(z.object({ itemId: z.int(), ok: z.boolean(), error: z.string().nullable() }))
export type BatchOutcome = z.infer<typeof BatchOutcome>
