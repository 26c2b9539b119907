import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AiStatus, ClassifyCall, Suggestion } from '../../../shared/ai.ts'
import type { Feedback } from '../../../shared/suggestion-feedback.ts'
import type { Similar } from '../../../shared/similar-requests.ts'
import type { Analysis, PredictCall } from '../../../shared/analysis.ts'
import type { Conversation, ProcessingTimes } from '../../../shared/assistant/messages.ts'
import type { AiQuality } from '../../../shared/ai-quality.ts'
import { del, post } from '../../client/api.ts'
import { retryOnce } from '../../client/query.ts'

const AI = '/api/ai'

export function classifyDraft(draft: ClassifyCall, attempt: object): Promise<Suggestion> {
  return post(`${AI}/classify-request`, draft, { attempt })
}

export function predictTime(call: PredictCall, attempt: object): Promise<Analysis> {
  return post(`${AI}/predict-time`, call, { attempt })
}

export async function sendFeedback(feedback: Feedback): Promise<void> {
  await post(`${AI}/feedback`, feedback)
}

const FIVE_MINUTES = 5 * 60_000

export const analysisKey = (requestId: string) => [`${AI}/analyze-request/${encodeURIComponent(requestId)}`]

/** The stored analysis, null while there is none. */
export function analysisOptions(requestId: string) {
  return queryOptions<Analysis | null>({
    queryKey: analysisKey(requestId),
    enabled: requestId !== '',
    staleTime: FIVE_MINUTES,
    retry: retryOnce,
  })
}

/** The suggestion for a stored request, null while it is pending. */
export function classificationOptions(requestId: string) {
  return queryOptions<Suggestion | null>({
    queryKey: [`${AI}/classification/${encodeURIComponent(requestId)}`],
    retry: retryOnce,
  })
}

const SIMILAR_AGAIN_MS = 2000

/** Requests similar to a draft. The previous hint stays until the next one is loaded. */
export function similarOptions(draft: { title: string; description: string }) {
  return queryOptions<Similar>({
    queryKey: [`${AI}/similar`, draft.title, draft.description],
    queryFn: ({ signal }) => post(`${AI}/similar`, { ...draft, limit: 5 }, { signal }),
    placeholderData: keepPreviousData,
    // A similar request may have been submitted since the same text was last typed, even by this person.
    staleTime: 0,
    refetchOnMount: 'always',
    // An index that is still being filled finds more a moment later.
    refetchInterval: ({ state }) => (state.data?.ready === false ? SIMILAR_AGAIN_MS : false),
    retry: false,
  })
}

export function processingTimesOptions() {
  return queryOptions<ProcessingTimes>({ queryKey: [`${AI}/processing-times`] })
}

export const conversationKey = [`${AI}/conversations/current`]

/** The conversation with the assistant so far, oldest first. */
export function conversationOptions() {
  return queryOptions<Conversation>({ queryKey: conversationKey })
}

export async function forgetConversation(): Promise<void> {
  await del(conversationKey.join(''))
}

/** Quality of the suggestions and estimates of the last year. */
export function qualityOptions() {
  return queryOptions<AiQuality>({ queryKey: [`${AI}/quality`], refetchOnMount: 'always' })
}

const TRAINING_POLL_MS = 3000

/** State of the engine; polled while it is training. */
export function statusOptions() {
  return queryOptions<AiStatus>({
    queryKey: [`${AI}/status`],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.training ? TRAINING_POLL_MS : false),
  })
}

export function askForTraining(): Promise<{ message: string }> {
  return post(`${AI}/train`)
}
