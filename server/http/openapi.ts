import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { RouteHandlerMethod } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, gzip as zlibGzip } from 'node:zlib'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Comment } from '../../shared/comments.ts'
import { DashboardStats, StatusDistribution, Volume } from '../../shared/dashboard.ts'
import { Problem } from '../../shared/problem.ts'
import { ServiceRequest } from '../../shared/requests.ts'
import { HistoryEntry } from '../../shared/request-history.ts'
import { RequestList } from '../../shared/request-list.ts'
import { PersonName, Profile, Session, SignedInUser, SignIn, User } from '../../shared/users.ts'
import { bucketOf } from './rate-limits.ts'
import type { App } from './app.ts'
import { needsInWords, statedNeeds } from './needs.ts'
import type { Deps } from './deps.ts'
import { acceptsEncoding, ENCODINGS } from './compression.ts'
import { etagOf, isKnown } from './etag.ts'
import { allowDocument } from './headers.ts'

/** Schemas that the document defines once and references. */
const named = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({
  Problem,
  Comment,
  DashboardStats,
  HistoryEntry,
  PersonName,
  Profile,
  RequestList,
  ServiceRequest,
  Session,
  SignedInUser,
  SignIn,
  StatusDistribution,
  User,
  Volume,
})) {
  named.add(schema, { id })
}
interface Overridden {
  zodSchema: z.core.$ZodType
  jsonSchema: { minimum?: number; maximum?: number; description?: string }
}
const zodToJsonConfig = {
  override: ({ zodSchema, jsonSchema }: Overridden) => {
    // Otherwise every integer would carry the bounds of JavaScript's safe integers.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    // The library reads descriptions from our registry of names, but contracts put them into the global one.
    const description = z.globalRegistry.get(zodSchema)?.description
    if (description !== undefined) jsonSchema.description = description
  },
}
const toJsonSchema = createJsonSchemaTransform({ schemaRegistry: named, zodToJsonConfig })
const toComponents = createJsonSchemaTransformObject({ schemaRegistry: named, zodToJsonConfig })

type Transform = typeof toJsonSchema

/** The only style attribute that the reference's script writes; allowed by its hash, so that no other is. */
const DOCS_STYLE = "'unsafe-hashes' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** Call it before the routes are registered: it collects them. */
export async function describeApi(app: App, { config }: { config: Pick<Deps['config'], 'publicUrl'> }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Request for Development Management',
        description:
          'Sign in with POST /api/auth/login and send its token as `Authorization: Bearer …` with every other call. ' +
          'Every failure has the body `Problem`; programs switch on its `code`.',
        version: '1',
      },
      servers: [{ url: config.publicUrl ?? '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: withFailures,
    transformObject: (document) => withoutInputs(toComponents(document)),
  })

  const send = documentSender(app)
  app.get('/api/openapi.json', { config: { public: true }, schema: { hide: true } }, send)

  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true }
      if (route.url.endsWith('/docs/json')) route.handler = send
    })
    docs.addHook('onRequest', (_req, reply, done) => {
      allowDocument(reply, { styles: DOCS_STYLE })
      done()
    })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: false,
      theme: { title: 'API reference' },
      uiConfig: { url: '/api/openapi.json', persistAuthorization: false, tryItOutEnabled: true },
    })
  })
}

/**
 * Serves the document as serialised and compressed on the first call, when all routes are known: it is public and may
 * be fetched at any rate.
 */
function documentSender(app: App): RouteHandlerMethod {
  let kept: ReturnType<typeof pack> | undefined
  const pack = async () => {
    const text = JSON.stringify(app.swagger())
    const [br, gzip] = await Promise.all([promisify(brotliCompress)(text), promisify(zlibGzip)(text)])
    return { etag: etagOf(text), plain: Buffer.from(text), br, gzip }
  }
  return async (req, reply) => {
    const { etag, plain, ...packed } = await (kept ??= pack())
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (isKnown(req.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    const encoding = ENCODINGS.find((name) => acceptsEncoding(req.headers['accept-encoding'], name))
    if (!encoding) return plain
    reply.header('content-encoding', encoding)
    return packed[encoding]
  }
}

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
  503: 'The database cannot be reached, too much is asked at once, or the history is still being read (`history-loading`); `Retry-After` says when to come back',
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

/** The named schemas are responses; the library also lists each as an input, which nothing references. */
function withoutInputs(document: ReturnType<typeof toComponents>): typeof document {
  const { schemas = {} } = ('components' in document && document.components) || {}
  for (const id of Object.keys(schemas)) if (id.endsWith('Input')) delete schemas[id]
  return document
}

/** A call without content also accepts an empty body, as many clients send one; the document would make it mandatory. */
function isNoBody(body: unknown): boolean {
  const { anyOf } = Object(body) as { anyOf?: { type?: string }[] }
  return anyOf?.some(({ type }) => type === 'null') ?? false
}

/** Adds the failures that a route can return, and drops the security requirement on public routes. */
const withFailures: Transform = (document) => {
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
