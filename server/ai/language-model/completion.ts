import { z } from 'zod'
import { ModelFailure, type Tokens } from './failure.ts'
import { plainText } from './model-text.ts'

/** The text of a model, and what it cost. */
export interface Completion {
  content: string
  model: string | undefined
  tokens: Tokens
}

const count = z.int().min(0).max(100_000_000).nullish().catch(null)
const CompletionBody = z.object({
  model: z.string().optional().catch(undefined),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish().catch(null),
          refusal: z.string().nullish().catch(null),
        }),
      }),
    )
    .catch([]),
})
const Refusal = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

export function completionIn(text: string): Completion {
  const parsed = CompletionBody.safeParse(jsonIn(text))
  if (!parsed.success) throw new ModelFailure('not-json')
  const { model, usage, choices } = parsed.data
  const tokens = { prompt: usage?.prompt_tokens ?? null, completion: usage?.completion_tokens ?? null }
  const message = choices[0]?.message
  if (message?.refusal) throw new ModelFailure('declined', { tokens })
  // A tool call has no text; we offer no tools.
  if (!message?.content?.trim()) throw new ModelFailure('empty', { tokens })
  return { content: message.content, model, tokens }
}

export function failureOf(status: number, more: { detail: string; retryAfterMs: number | undefined }): ModelFailure {
  if (status >= 300 && status < 400) return new ModelFailure('redirect')
  if (status === 401 || status === 403) return new ModelFailure('key-refused', more)
  if (status === 404 || status === 405) return new ModelFailure('not-found', more)
  if (status === 408 || status === 504) return new ModelFailure('timeout', more)
  if (status === 429) return new ModelFailure('busy', more)
  if (status >= 500) return new ModelFailure('server-error', more)
  if (status >= 400) return new ModelFailure('refused', more)
  return new ModelFailure('not-json')
}

/** The endpoint's own message, without our key, which some endpoints echo. */
export function responseError(text: string, apiKey: string | undefined): string {
  const { data } = Refusal.safeParse(jsonIn(text))
  if (!data) return ''
  const message = typeof data.error === 'string' ? data.error : data.error.message
  return plainText(apiKey ? message.replaceAll(apiKey, '…') : message).slice(0, 200)
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` (seconds or a date) as milliseconds from now. */
export function millisecondsUntil(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,6}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined
}
