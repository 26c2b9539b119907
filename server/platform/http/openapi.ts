import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { RouteHandlerMethod } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, gzip as zlibGzip } from 'node:zlib'
import type { App } from './app.ts'
import { acceptsEncoding, ENCODINGS } from './compression.ts'
import type { Deps } from './deps.ts'
import { etagOf, isKnown } from './etag.ts'
import { allowDocument } from './headers.ts'
import { withFailures } from './openapi-failures.ts'
import { toComponents } from './openapi-schemas.ts'

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
  let cached: ReturnType<typeof pack> | undefined
  const pack = async () => {
    const text = JSON.stringify(app.swagger())
    const [br, gzip] = await Promise.all([promisify(brotliCompress)(text), promisify(zlibGzip)(text)])
    return { etag: etagOf(text), plain: Buffer.from(text), br, gzip }
  }
  return async (req, reply) => {
    const { etag, plain, ...packed } = await (cached ??= pack())
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (isKnown(req.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    const encoding = ENCODINGS.find((name) => acceptsEncoding(req.headers['accept-encoding'], name))
    if (!encoding) return plain
    reply.header('content-encoding', encoding)
    return packed[encoding]
  }
}

/** The named schemas are responses; the library also lists each as an input, which nothing references. */
function withoutInputs(document: ReturnType<typeof toComponents>): typeof document {
  const { schemas = {} } = ('components' in document && document.components) || {}
  for (const id of Object.keys(schemas)) if (id.endsWith('Input')) delete schemas[id]
  return document
}
