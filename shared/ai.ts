import { z } from 'zod'
import { ProcessingTime } from './estimates.ts'
import { Probability } from './probability.ts'
import { Department, NewRequest, Priority } from './requests.ts'
import { DEVELOPMENT_TYPES, SUGGESTED_FIELDS } from './suggestion-rules.ts'
import { reference } from './text.ts'

export * from './suggestion-rules.ts'

export const DevelopmentType = z.enum(DEVELOPMENT_TYPES)
export type DevelopmentType = z.infer<typeof DevelopmentType>

export const SuggestedField = z.enum(SUGGESTED_FIELDS)
export type SuggestedField = z.infer<typeof SuggestedField>
export const Outcome = z.enum(['accepted', 'changed', 'rejected'])

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

/** A suggested value with its calibrated probability. `certain` is false below the field's threshold: then it is a best guess. */
function opinionOf<T extends z.ZodType>(value: T) {
  return z.object({
    value,
    probability: Probability,
    certain: z.boolean(),
    /** what would help, when not certain */
    missing: z.string().nullable(),
    /** the evidence for the value, in a sentence; absent in suggestions older than 1.6 and those of a language model */
    because: z.string().optional(),
    /** the other values, likeliest first */
    alternatives: z.array(z.object({ value, probability: Probability })),
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

/** Answer of POST /api/ai/classify-request. */
export const Classification = z.object({
  priority: Priority,
  developmentType: DevelopmentType,
  responsibleDepartment: Department,
  /** probability of the less certain of priority and department, the two that a person applies (`leastCertain`) */
  confidence: Probability,
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

/** Body of POST /api/ai/classify-request. The form sends `Unknown` while no department is chosen. */
export const ClassifyCall = z.strictObject({
  title: NewRequest.shape.title,
  description: NewRequest.shape.description,
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
