import { z } from 'zod'

/** Set-up steps of a new office, in this order. */
export const CHECKLIST_STEPS = ['general', 'security', 'people'] as const
export const ChecklistStep = z.enum(CHECKLIST_STEPS)
export type ChecklistStep = z.infer<typeof ChecklistStep>

/** Answer of GET /api/setup/checklist. */
export const Checklist = z.object({
  /** false once all steps are done or an administrator has dismissed it, and in the demo */
  isShown: z.boolean(),
  done: z.array(ChecklistStep),
})
export type Checklist = z.infer<typeof Checklist>
