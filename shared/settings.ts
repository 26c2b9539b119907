import { z } from 'zod'

/** Seconds for one answer of the language model, including a retry; the page itself gives up after 15. */
export const AI_TIME_LIMIT = { min: 1, max: 12, default: 11 } as const

const callsADay = z
  .int('Please enter a whole number, or leave this empty for no limit')
  .min(1, 'At least 1, or empty for no limit')
  .max(1_000_000, 'At most 1,000,000')
  .nullable()

/** Allowed addresses are checked by the server: `server/ai/language-model/endpoint-address.ts`. */
const baseUrl = z.string({ error: 'The address must be text' }).trim().max(500, 'At most 500 characters')
const model = z
  .string({ error: 'The model must be text' })
  .trim()
  .max(200, 'At most 200 characters')
  .regex(/^[\x20-\x7e]*$/, 'The model’s name can only contain plain letters, digits and symbols')
const apiKey = z
  .string({ error: 'The key must be text' })
  .trim()
  .min(1, 'Please enter the key')
  .max(500, 'At most 500 characters')
  .regex(/^[\x21-\x7e]*$/, 'A key cannot contain spaces or letters outside A to Z')

/** Why somebody without `requests.viewAll` may not name another host for the language model. */
export const AI_ADDRESS_REFUSAL =
  'Texts of requests are sent to this address, so only people whose role lets them see every request can change it.'

/** Body of PUT /api/settings/ai. Omitted fields are unchanged; an empty address or model removes it. */
export const AiSettingsChange = z.strictObject({
  baseUrl: baseUrl.optional(),
  model: model.optional(),
  /** null removes the stored key */
  apiKey: apiKey.nullable().optional(),
  timeLimitSeconds: z
    .int('Please enter whole seconds')
    .min(AI_TIME_LIMIT.min, `At least ${AI_TIME_LIMIT.min} second`)
    .max(AI_TIME_LIMIT.max, `At most ${AI_TIME_LIMIT.max} seconds`)
    .optional(),
  keepLocal: z.boolean({ error: 'This must be on or off' }).optional(),
  /** calls of the whole office; null: no limit */
  callsPerDay: callsADay.optional(),
  callsPerPersonPerDay: callsADay.optional(),
  /** of the settings that the editor loaded; with it, a change is refused if somebody else has saved since */
  savedAt: z.string().nullable().optional(),
})
export type AiSettingsChange = z.infer<typeof AiSettingsChange>

export const AiSettingsField = z.enum(['baseUrl', 'model', 'apiKey'])
export type AiSettingsField = z.infer<typeof AiSettingsField>

export const AiTask = z.enum(['classify', 'estimate', 'answer', 'document', 'test'])
export type AiTask = z.infer<typeof AiTask>

/** Answer of GET and PUT /api/settings/ai. The key itself never leaves the server. */
export const AiSettings = z.object({
  baseUrl: z.string(),
  model: z.string(),
  /** null: no key. `end`: its last four characters, empty where they would reveal too much of a short key. */
  key: z.object({ end: z.string(), readable: z.boolean() }).nullable(),
  timeLimitSeconds: z.int(),
  keepLocal: z.boolean(),
  callsPerDay: z.int().nullable(),
  callsPerPersonPerDay: z.int().nullable(),
  /** of the whole office, in its time zone; retries count */
  callsToday: z.int(),
  /** fields set by environment variables, which take precedence */
  fixed: z.array(AiSettingsField),
  /**
   * `on`: the language model is used; `resting`: paused for a moment after several failures (circuit breaker); `used-up`:
   * today's calls of the office are used up
   */
  state: z.enum(['not-set-up', 'kept-local', 'on', 'resting', 'used-up']),
  savedAt: z.string().nullable(),
  /** by month (`2026-11`, newest first) and task, as reported by the endpoint */
  usage: z.array(
    z.object({
      month: z.string(),
      task: AiTask,
      calls: z.int(),
      failed: z.int(),
      promptTokens: z.int(),
      completionTokens: z.int(),
    }),
  ),
})
export type AiSettings = z.infer<typeof AiSettings>

/** Body of POST /api/settings/ai/test: the values of the form; omitted fields default to the stored ones. */
export const AiSettingsTrial = AiSettingsChange.pick({
  baseUrl: true,
  model: true,
  apiKey: true,
  timeLimitSeconds: true,
})
export type AiSettingsTrial = z.infer<typeof AiSettingsTrial>

/** Answer of POST /api/settings/ai/test. */
export const AiSettingsTested = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** as reported by the endpoint */
    model: z.string(),
    tookMs: z.int(),
    /** how the endpoint accepts an answer's schema; `plain`: only by prompting */
    structured: z.enum(['json_schema', 'json_object', 'plain']),
    promptTokens: z.int().nullable(),
    completionTokens: z.int().nullable(),
  }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
export type AiSettingsTested = z.infer<typeof AiSettingsTested>

/** Unit of estimates: every day, or the office's working days. */
export const EstimateDays = z.enum(['calendar', 'working'], { error: 'Days must be calendar or working days' })
export type EstimateDays = z.infer<typeof EstimateDays>

/** Body of PUT /api/settings/estimates and answer of it and of GET. */
export const EstimateSettings = z.strictObject({ estimateDays: EstimateDays })
export type EstimateSettings = z.infer<typeof EstimateSettings>
