import { z } from 'zod'

/** What a new office is set up with, in this order. */
export const CHECKLIST_STEPS = ['general', 'security', 'people'] as const
export const ChecklistStep = z.enum(CHECKLIST_STEPS)
export type ChecklistStep = z.infer<typeof ChecklistStep>

/** Answer of GET /api/setup/checklist. */
export const Checklist = z.object({
  /** false once everything is done or somebody has dismissed it, and in the demo */
  isShown: z.boolean(),
  done: z.array(ChecklistStep),
})
export type Checklist = z.infer<typeof Checklist>
