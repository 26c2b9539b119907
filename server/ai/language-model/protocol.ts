import { post } from './exchange.ts'
import { ModelFailure } from './failure.ts'
import { type Completion, responseError, completionIn, failureOf, millisecondsUntil } from './completion.ts'

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

export interface Reply extends Completion {
  dialect: Dialect
}

const MAX_TOKENS = 1500

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
  if (status !== 200) throw failureOf(status, { detail: responseError(text, apiKey), retryAfterMs })
  return completionIn(text)
}
