import type { Generated } from 'kysely'
import type { DevelopmentType, SuggestedField } from '../../shared/ai.ts'
import type { Department, Priority } from '../../shared/requests.ts'
import type { AiTask, EstimateDays } from '../../shared/settings.ts'

/** What the engine, the language model, the assistant and batches keep; the rules of `Tables` hold here too. */
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
    /** of the text that it is about (`textHash`); null with those from before it was kept */
    text_hash: string | null
  }
  /** The present classification of each request. */
  classifications: {
    request_number: number
    suggestion_id: string
    /** what a person decided (`is_decided` 1), else what is suggested */
    development_type: DevelopmentType
    is_decided: number
  }
  /** What people decided about suggestions: what the engine learns from, and is measured by. */
  suggestion_decisions: {
    id: Generated<number>
    suggestion_id: string
    request_number: number | null
    field: SuggestedField
    outcome: 'accepted' | 'changed' | 'rejected'
    suggested: string
    /** as it was shown with the suggestion */
    probability: number
    /** what it became; null when rejected */
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
    /** null where there is no middle half */
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
  /** One for each person; `topic` is JSON: what a follow-up question refers to. */
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
    /** from what an answer was made (`AnswerScope`); null for a question, and for answers of before it was kept */
    scope: string | null
    /** JSON: how the question was taken; null for a question, and for answers of before it was kept */
    reading: string | null
  }
  /** One row for each call over the network. `month` is the office's, `2026-11`. */
  language_model_calls: {
    id: Generated<number>
    at: string
    month: string
    task: AiTask
    model: string
    outcome: string
    /** as the endpoint told them, else null */
    prompt_tokens: number | null
    completion_tokens: number | null
    took_ms: number
  }
  /** `day` is the office's, `2026-11-20`; no person: the whole office. */
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
    /** of the request when it was read */
    version: number | null
    /** null while the row waits */
    suggestion_id: string | null
    estimated_days: number | null
    low_days: number | null
    high_days: number | null
    /** null counts as calendar */
    days_unit: EstimateDays | null
    decision: 'accept' | 'correct' | 'skip' | null
    decided_at: string | null
    /** JSON: what was changed, from what, and the version it led to; null when nothing was */
    applied: string | null
    undone_at: string | null
  }
}
