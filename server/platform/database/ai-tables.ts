import type { Generated } from 'kysely'
import type { DevelopmentType, SuggestedField } from '../../../shared/ai.ts'
import type { Department, Priority } from '../../../shared/requests.ts'
import type { AiTask, EstimateDays } from '../../../shared/settings.ts'

/** Tables of the engine, the language model, the assistant and batches; the column conventions of `Tables` apply. */
export interface AiTables {
  /** Every suggestion as it was made; `result` is the classification as JSON. */
  suggestions: {
    id: string
    /** null: a draft that has not become a request */
    request_number: number | null
    /** null: made in the background */
    asked_by_id: string | null
    priority: Priority
    development_type: DevelopmentType
    department: Department
    confidence: number
    result: string
    engine: string
    engine_version: string
    created_at: string
    /** of the text it was made for (`textHash`); null in rows older than the column */
    text_hash: string | null
  }
  /** The current classification of each request. */
  classifications: {
    request_number: number
    suggestion_id: string
    /** the person's decision if there is one (`is_decided` 1), else the suggestion */
    development_type: DevelopmentType
    is_decided: number
  }
  /** People's decisions on suggestions: training data and quality measure of the engine. */
  suggestion_decisions: {
    id: Generated<number>
    suggestion_id: string
    request_number: number | null
    field: SuggestedField
    outcome: 'accepted' | 'changed' | 'rejected'
    suggested: string
    /** as it was shown with the suggestion */
    probability: number
    /** the resulting value; null when rejected */
    value: string | null
    decided_by_id: string
    decided_at: string
  }
  analyses: {
    id: Generated<number>
    request_number: number
    asked_by_id: string | null
    estimated_days: number
    low_days: number
    high_days: number
    /** null for estimates without an interquartile range */
    half_low_days: number | null
    half_high_days: number | null
    result: string
    engine: string
    engine_version: string
    created_at: string
  }
  models: {
    id: Generated<number>
    engine: string
    engine_version: string
    created_at: string
    data_from: string | null
    data_to: string | null
    learned_from: number
    decisions: number
    taken_into_use: number
    /** JSON */
    scores: string
    content: Uint8Array | null
  }
  /** One per person. `topic` is JSON: what a follow-up question refers to. */
  conversations: { id: string; user_id: string; started_at: string; last_at: string; topic: string }
  conversation_messages: {
    id: Generated<number>
    conversation_id: string
    role: 'user' | 'assistant'
    content: string
    parts: string
    /** JSON: who wrote the answer; null for a question */
    engine: string | null
    at: string
    /** the data the answer was made from (`AnswerScope`); null for a question, and in rows older than the column */
    scope: string | null
    /** JSON: how the question was interpreted; null for a question, and in rows older than the column */
    reading: string | null
  }
  /** One row per network call. `month` is in the office's time zone, `2026-11`. */
  language_model_calls: {
    id: Generated<number>
    at: string
    month: string
    task: AiTask
    model: string
    outcome: string
    /** as reported by the endpoint, else null */
    prompt_tokens: number | null
    completion_tokens: number | null
    took_ms: number
  }
  /** `day` is in the office's time zone, `2026-11-20`; an empty `person_id` counts the whole office. */
  language_model_days: { day: string; person_id: string; calls: number }
  ai_progress: { key: string; value: string }
  batches: {
    id: string
    created_by_id: string
    created_at: string
    /** JSON */
    filter: string
    with_time: number
    total: number
    state: 'running' | 'finished' | 'cancelled'
    ended_at: string | null
  }
  batch_items: {
    id: Generated<number>
    batch_id: string
    request_number: number
    /** version of the request when it was read */
    version: number | null
    /** null while the row is pending */
    suggestion_id: string | null
    estimated_days: number | null
    low_days: number | null
    high_days: number | null
    /** null counts as calendar */
    days_unit: EstimateDays | null
    decision: 'accept' | 'correct' | 'skip' | null
    decided_at: string | null
    /** JSON: the changed fields, their old values and the resulting version; null when nothing was changed */
    applied: string | null
    undone_at: string | null
  }
}
