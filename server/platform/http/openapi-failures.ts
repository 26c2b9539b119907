import type { SwaggerTransform } from '@fastify/swagger'
import { bucketOf } from './rate-limits.ts'
import { needsInWords, statedNeeds } from './needs.ts'
import { toJsonSchema } from './openapi-schemas.ts'

/** The meaning of each failure status, defined once here instead of per route. */
const FAILURES = {
  400: 'The input is not valid; `details` names the first twenty fields',
  401: 'Not signed in, or the session has ended',
  403: 'Signed in, but not allowed to do this',
  404: 'There is no such thing',
  409: 'It has changed since, its status does not allow this, or the Idempotency-Key was used with another body',
  413: 'The body or the file is too large',
  415: 'The body is not sent in the form that the call takes, or the file is not of a kind that can be attached',
  429: 'Too many failed attempts or too many calls; Retry-After says when to come back',
  500: 'Something went wrong on our side; `reference` finds it in the log',
  503: 'The database cannot be reached, too much is asked at once, or the history is still being read (`history-loading`); `Retry-After` says when to come back. With `uncertain` a change may have been stored: the same Idempotency-Key tells later',
}

const IDEMPOTENCY_HEADERS = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'The same key gets the first answer again for a day; visible ASCII characters',
    },
  },
}

const EARLIER = {
  Link: {
    type: 'string',
    description: '`<address>; rel="next"` of the page before this one; left out when there is none',
  },
}

/** A call without content also accepts an empty body, as many clients send one; the document would make it mandatory. */
function isNoBody(body: unknown): boolean {
  const { anyOf } = Object(body) as { anyOf?: { type?: string }[] }
  return anyOf?.some(({ type }) => type === 'null') ?? false
}

/** Adds the failures that a route can return, and drops the security requirement on public routes. */
export const withFailures: SwaggerTransform = (document) => {
  const { schema, url } = toJsonSchema(document)
  if (schema?.hide) return { schema, url }
  const {
    public: isPublic = false,
    idempotent = false,
    paged = false,
    tagged = false,
    fails = [],
    needs,
  } = document.route.config ?? {}
  const stated = needs && statedNeeds(needs)
  const takes = { body: Boolean(schema?.body), params: Boolean(schema?.params) }
  const applies: Record<keyof typeof FAILURES, boolean> = {
    400: true,
    401: !isPublic,
    403: !isPublic,
    404: takes.params,
    409: Boolean(idempotent) || (takes.params && takes.body),
    413: takes.body,
    415: takes.body,
    429: bucketOf(document.route) !== undefined,
    500: true,
    503: true,
  }
  const failures = Object.entries(FAILURES)
    .filter(
      ([status]) => applies[Number(status) as keyof typeof FAILURES] || fails.some((one) => one === Number(status)),
    )
    .map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    ])
  // A route's own definition of a failure's body is more specific.
  const response: Record<string, object> = { ...Object.fromEntries(failures), ...Object(schema?.response) }
  if (tagged) response[304] = { description: 'Unchanged since the answer of the sent ETag' }
  if (paged) response[200] = { ...response[200], headers: EARLIER }
  return {
    schema: {
      ...schema,
      response,
      ...(stated && { 'x-needs': stated, description: `Needs ${needsInWords(stated)}.` }),
      ...(isPublic && { security: [] }),
      ...(idempotent && { headers: IDEMPOTENCY_HEADERS }),
      ...(isNoBody(schema?.body) && { body: undefined }),
    },
    url,
  }
}
