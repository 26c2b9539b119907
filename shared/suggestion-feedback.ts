import { z } from 'zod'
import { DevelopmentType, Outcome, SuggestedField } from './ai.ts'
import { Department, Priority } from './requests.ts'
import { reference } from './text.ts'

/** The allowed values of each field. */
const SUGGESTED_VALUES = {
  priority: Priority,
  developmentType: DevelopmentType,
  responsibleDepartment: Department,
} as const

/** Body of POST /api/ai/feedback: what a person decided about a suggestion, field by field. */
export const Feedback = z.strictObject({
  suggestionId: reference(),
  /** the request created from the draft */
  requestId: reference().optional(),
  decisions: z
    .array(
      z
        .strictObject({
          field: SuggestedField,
          outcome: Outcome,
          /** the value chosen instead */
          value: z.string().max(100).optional(),
        })
        .superRefine(({ field, outcome, value }, refusal) => {
          if (outcome === 'changed' && !SUGGESTED_VALUES[field].safeParse(value).success)
            refusal.addIssue({ code: 'custom', path: ['value'], message: 'This is not a value of this field' })
          if (outcome !== 'changed' && value !== undefined)
            refusal.addIssue({ code: 'custom', path: ['value'], message: 'Only a changed field has a value' })
        }),
    )
    .min(1, 'At least one decision is needed')
    .max(3)
    .refine((all) => new Set(all.map(({ field }) => field)).size === all.length, 'Each field can be decided only once'),
})
export type Feedback = z.infer<typeof Feedback>
