import { z } from 'zod'
import { post } from './exchange.ts'
import { ModelFailure, type Tokens } from './failure.ts'
import { plainText } from './model-text.ts'

/** The chat protocol of nearly every language-model server: POST {base}/chat/completions. */
export interface Endpoint {
  baseUrl: string
  model: string
  apiKey: string | undefined
}

export interface Prompt {
  system: string
  user: string
  /** JSON Schema of the answer */
  schema: Record<string, unknown>
}

/** What an endpoint supports. Where it refuses the most precise form with 400, the next simpler one is tried. */
export interface Dialect {
  form: 'json_schema' | 'json_object' | 'plain'
  /** newer models expect the second name for the same limit, and some accept no temperature */
  limit: 'max_tokens' | 'max_completion_tokens'
  temperature: boolean
}
export const FIRST_DIALECT: Dialect = { form: 'json_schema', limit: 'max_tokens', temperature: true }

export interface Reply {
  content: string
  model: string | undefined
  tokens: Tokens
  dialect: Dialect
}

const MAX_TOKENS = 1500

const count = z.int().min(0).max(100_000_000).nullish().catch(null)
const Completion = z.object({
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

/** @throws ModelFailure for anything but a text of the model */
export async function complete(
  endpoint: Endpoint,
  prompt: Prompt,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<Reply> {
  for (;;) {
    try {
      return { ...(await completeIn(endpoint, prompt, dialect, signal)), dialect }
    } catch (error) {
      const next = error instanceof ModelFailure && error.reason === 'refused' && simpler(dialect, error.detail)
      if (!next) throw error
      dialect = next
    }
  }
}

/** The next simpler dialect. @returns undefined when nothing is left to drop */
function simpler(dialect: Dialect, complaint: string): Dialect | undefined {
  if (dialect.limit === 'max_tokens' && /max_completion_tokens/.test(complaint)) {
    return { ...dialect, limit: 'max_completion_tokens' }
  }
  if (dialect.temperature && /temperature/i.test(complaint)) return { ...dialect, temperature: false }
  if (dialect.form === 'json_schema') return { ...dialect, form: 'json_object' }
  if (dialect.form === 'json_object') return { ...dialect, form: 'plain' }
  return undefined
}

function bodyOf({ model }: Endpoint, { system, user, schema }: Prompt, { form, limit, temperature }: Dialect) {
  const inWords = `${system}\nAnswer with one JSON object of this JSON Schema and nothing else: ${JSON.stringify(schema)}`
  return {
    model,
    messages: [
      { role: 'system', content: form === 'json_schema' ? system : inWords },
      { role: 'user', content: user },
    ],
    [limit]: MAX_TOKENS,
    ...(temperature && { temperature: 0 }),
    ...(form === 'json_schema' && {
      response_format: { type: form, json_schema: { name: 'answer', strict: true, schema } },
    }),
    ...(form === 'json_object' && { response_format: { type: form } }),
  }
}

async function completeIn(endpoint: Endpoint, prompt: Prompt, dialect: Dialect, signal: AbortSignal) {
  const { baseUrl, apiKey } = endpoint
  const { status, retryAfter, text } = await post(`${baseUrl}/chat/completions`, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      // No compression: a short answer could unpack to a huge one.
      'accept-encoding': 'identity',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(bodyOf(endpoint, prompt, dialect)),
    signal,
  })
  const retryAfterMs = millisecondsUntil(retryAfter)
  if (status !== 200) throw failureOf(status, { detail: complaintIn(text, apiKey), retryAfterMs })
  return read(text)
}

function read(text: string): Omit<Reply, 'dialect'> {
  const parsed = Completion.safeParse(jsonIn(text))
  if (!parsed.success) throw new ModelFailure('not-json')
  const { model, usage, choices } = parsed.data
  const tokens = { prompt: usage?.prompt_tokens ?? null, completion: usage?.completion_tokens ?? null }
  const message = choices[0]?.message
  if (message?.refusal) throw new ModelFailure('declined', { tokens })
  // A tool call has no text; we offer no tools.
  if (!message?.content?.trim()) throw new ModelFailure('empty', { tokens })
  return { content: message.content, model, tokens }
}

function failureOf(status: number, more: { detail: string; retryAfterMs: number | undefined }): ModelFailure {
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
function complaintIn(text: string, apiKey: string | undefined): string {
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
function millisecondsUntil(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,6}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined
}
