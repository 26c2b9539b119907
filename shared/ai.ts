import { z } from 'zod'
import { Department, Priority, Status, SUGGESTED_FIELDS } from './requests.ts'
import { EstimateDays } from './settings.ts'
import { DEVELOPMENT_TYPES } from './suggestion-rules.ts'
import { isStorable, LIMITS, reference, requiredText } from './text.ts'

export * from './suggestion-rules.ts'

export const DevelopmentType = z.enum(DEVELOPMENT_TYPES)
export type DevelopmentType = z.infer<typeof DevelopmentType>

export const SuggestedField = z.enum(SUGGESTED_FIELDS)
export type SuggestedField = z.infer<typeof SuggestedField>
const Outcome = z.enum(['accepted', 'changed', 'rejected'])

/** The engine that made a suggestion: shown with it and stored with it. */
export const EngineStamp = z.object({
  name: z.string(),
  version: z.string(),
  /** number of the office's own requests in the training data */
  learnedFrom: z.int(),
  /** a notice for the reader, such as that another engine could not be reached */
  note: z.string().optional(),
})
export type EngineStamp = z.infer<typeof EngineStamp>

export const chance = z.number().min(0).max(1)

/** A suggested value with its calibrated probability. `certain` is false below the field's threshold: then it is a best guess. */
function opinionOf<T extends z.ZodType>(value: T) {
  return z.object({
    value,
    probability: chance,
    certain: z.boolean(),
    /** what would help, when not certain */
    missing: z.string().nullable(),
    /** the evidence for the value, in a sentence; absent in suggestions older than 1.6 and those of a language model */
    because: z.string().optional(),
    /** the other values, likeliest first */
    alternatives: z.array(z.object({ value, probability: chance })),
  })
}

/** A word that influenced the suggestion. Positions are UTF-16 units in the text as sent, end exclusive. */
export const DecidingWord = z.object({
  field: z.enum(['title', 'description']),
  start: z.int(),
  end: z.int(),
  text: z.string(),
  /** relative to the strongest word's weight: above 0 for, below 0 against the suggestion */
  weight: z.number().min(-1).max(1),
  /** the suggestion it supports most */
  about: SuggestedField,
})
export type DecidingWord = z.infer<typeof DecidingWord>

/** What durations can be grouped by. */
export const DurationFacet = z.enum(['developmentType', 'priority', 'department'])
export type DurationFacet = z.infer<typeof DurationFacet>

/** Details of a range beyond its ends. Absent in older stored estimates. */
export const RangeDetails = z.object({
  /** half of such requests are expected between these */
  half: z.object({ low: z.number(), high: z.number() }),
  /** the facets that separate durations in this office, as far as they are known for the request; empty when none does */
  groupedBy: z.array(DurationFacet),
  /** finished requests of that group */
  requests: z.int(),
  /** where this request stands among the finished ones, in sentences */
  standing: z.array(z.string()),
  /** what information would make the range narrower, in sentences */
  narrowedBy: z.array(z.string()),
})
export type RangeDetails = z.infer<typeof RangeDetails>

/** Estimated duration, in words and as an 80 % range. */
export const ProcessingTime = z.object({
  estimate: z.string(),
  confidence: chance,
  factors: z.array(z.string()),
  days: z.number(),
  low: z.number(),
  high: z.number(),
  /** absent in older stored estimates */
  unit: EstimateDays.optional(),
  details: RangeDetails.optional(),
})
export type ProcessingTime = z.infer<typeof ProcessingTime>

/** Answer of POST /api/ai/classify-request. */
export const Classification = z.object({
  priority: Priority,
  developmentType: DevelopmentType,
  responsibleDepartment: Department,
  /** probability of the less certain of priority and department, the two that a person applies (`leastCertain`) */
  confidence: chance,
  reasoning: z.string(),
  processingTime: ProcessingTime.optional(),
  fields: z.object({
    priority: opinionOf(Priority),
    developmentType: opinionOf(DevelopmentType),
    responsibleDepartment: opinionOf(Department),
  }),
  words: z.array(DecidingWord),
  engine: EngineStamp,
})
export type Classification = z.infer<typeof Classification>

/** A finished request that an estimate rests on. */
export const Comparable = z.object({
  id: z.string(),
  requestId: z.string(),
  title: z.string(),
  days: z.number(),
  /** 0 … 1 */
  likeness: chance,
})
export type Comparable = z.infer<typeof Comparable>

export const TimeEstimate = z.object({
  estimatedDays: z.number(),
  /** share of the comparable requests that took between half and twice the estimate */
  confidence: chance,
  factors: z.array(z.string()),
  riskFactors: z.array(z.string()),
  recommendations: z.array(z.string()),
  /** 80 % range */
  low: z.number(),
  high: z.number(),
  unit: EstimateDays,
  comparables: z.array(Comparable),
  /** "31 finished Integration requests of the last year" */
  basis: z.string(),
  details: RangeDetails.optional(),
})
export type TimeEstimate = z.infer<typeof TimeEstimate>

export const ComplexityRating = z.object({
  complexity: z.enum(['low', 'medium', 'high', 'critical']),
  /** out of 10 */
  score: z.number().min(1).max(10),
  reasoning: z.string(),
  keyFactors: z.array(z.string()),
  parts: z.array(z.object({ name: z.string(), points: z.number(), because: z.string() })),
})
export type ComplexityRating = z.infer<typeof ComplexityRating>

/** Answer of GET /api/ai/analyze-request/{id}. */
export const Analysis = z.object({
  timeEstimate: TimeEstimate,
  complexity: ComplexityRating,
  analysisTimestamp: z.string(),
  engine: EngineStamp,
})
export type Analysis = z.infer<typeof Analysis>

const title = requiredText('Title is required', LIMITS.title)
const description = requiredText('Description is required', LIMITS.description)

/** Body of POST /api/ai/classify-request. The form sends `Unknown` while no department is chosen. */
export const ClassifyCall = z.strictObject({
  title,
  description,
  department: z.union([Department, z.enum(['Unknown', ''])], { error: 'There is no such department' }).optional(),
  /** the stored request whose own text is classified instead of the text sent; omitted for a draft */
  requestId: reference().optional(),
})
export type ClassifyCall = z.infer<typeof ClassifyCall>

/** A classification as stored. Feedback refers to `suggestionId`; null when nothing was stored. */
export const Suggestion = Classification.extend({
  suggestionId: z.string().nullable(),
  suggestedAt: z.string(),
  /** what happened to the suggested department, if it has since been retired; without a successor none is suggested */
  departmentNote: z.string().optional(),
  /** decisions about it so far */
  decided: z.array(
    z.object({
      field: SuggestedField,
      outcome: Outcome,
      value: z.string().nullable(),
    }),
  ),
})
export type Suggestion = z.infer<typeof Suggestion>

/** Body of POST /api/ai/predict-time. With `requestId` the values are read from the stored request and the analysis is stored. */
export const PredictCall = z.strictObject({
  title,
  description,
  priority: Priority,
  department: Department,
  requestId: reference().optional(),
})
export type PredictCall = z.infer<typeof PredictCall>

/** Body of POST /api/ai/similar. `requestId` names the request itself, which is excluded from the results. */
export const SimilarCall = z.strictObject({
  title: z.string().max(LIMITS.title).refine(isStorable, 'This text cannot be searched'),
  description: z.string().max(LIMITS.description).refine(isStorable, 'This text cannot be searched').optional(),
  requestId: reference().optional(),
  limit: z.int().min(1).max(20).optional(),
})
export type SimilarCall = z.infer<typeof SimilarCall>

const SimilarRequest = z.object({
  id: z.string(),
  requestId: z.string(),
  title: z.string(),
  status: Status,
  likeness: chance,
  /** so alike that both may ask for the same thing */
  possibleDuplicate: z.boolean(),
})
/** Most alike first, only requests that the caller may see. `ready` is false while the index is still being built. */
export const Similar = z.object({ ready: z.boolean(), requests: z.array(SimilarRequest) })
export type Similar = z.infer<typeof Similar>

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

/** Answer of GET /api/ai/status. */
export const AiStatus = z.object({
  state: z.enum(['starting', 'ready', 'down']),
  engine: EngineStamp.nullable(),
  /** number of indexed requests; null, like `waiting`, for callers who may not see all requests */
  indexed: z.int().nullable(),
  /** requests still waiting for their first classification */
  waiting: z.int().nullable(),
  training: z.boolean(),
  trainedAt: z.string().nullable(),
  /** name of the configured language model; null while all data stays on this machine */
  languageModel: z.string().nullable(),
})
export type AiStatus = z.infer<typeof AiStatus>
