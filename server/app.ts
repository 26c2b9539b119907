import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Fastify, { LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { recordRefusals } from './audit/refusals.ts'
import { handleError } from './platform/http/error-handler.ts'
import { AppError } from './platform/errors.ts'
import { setCallerContext, scheduleCalls } from './platform/http/schedule-calls.ts'
import { delayRefusals } from './platform/http/delayed-refusals.ts'
import { limitRates } from './platform/http/rate-limits.ts'
import { OpenConnections } from './platform/http/open-connections.ts'
import { ResponsesInFlight } from './platform/http/responses-in-flight.ts'
import { trustedProxies } from './platform/http/trusted-proxies.ts'
import { authenticate } from './platform/http/authentication.ts'
import { acceptJson, BODY_LIMIT, closeOnUnreadBody } from './platform/http/body.ts'
import { handleClientError } from './platform/http/client-errors.ts'
import { compressJson } from './platform/http/compression.ts'
import { tagAnswers } from './platform/http/etag.ts'
import { secure, secureEarly } from './platform/http/headers.ts'
import { checkHost } from './platform/http/host.ts'
import { rememberMethods } from './platform/http/methods.ts'
import { CallTimes, metricsRoute } from './platform/http/metrics.ts'
import { handleNotFound } from './platform/http/not-found.ts'
import { acceptTickets } from './platform/http/download-ticket.ts'
import { describeApi } from './platform/http/openapi.ts'
import { servePage } from './platform/http/page.ts'
import { logCall } from './platform/http/request-log.ts'
import { endStreamsWithSession } from './platform/http/revocation.ts'
import { validatorCompiler } from './platform/http/validation.ts'
import { readIdempotencyKeys } from './platform/idempotency/keys.ts'
import type { App } from './platform/http/app.ts'
import { http } from './platform/http/node-http.ts'
import { addRoutes } from './routes.ts'
import type { Services } from './services.ts'
import { findNamedAccount } from './people/accounts/service.ts'
import { text } from '../shared/texts/say.ts'

const NO_QUERY = z.strictObject({})
/** A slower client loses its connection, so that slow ones cannot occupy them all. */
const CONNECTION_LIMITS = {
  headersTimeout: 10_000,
  /** for the whole call: a piece of a file may take long */
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1000,
  /** longer than that of usual proxies, so that none of them sends on a connection just closed */
  keepAliveTimeout: 72_000,
}
/** Fields of PostgreSQL errors that contain row values, possibly a password hash. */
const ROW_CONTENT = { paths: ['err.detail', 'err.where', 'err.internalQuery'], remove: true }
const BUILT_PAGE = join(import.meta.dirname, '..', 'dist', 'page')

/** The whole server, ready for `inject` or `listen`. */
export async function buildApp(services: Services, pageFolder = BUILT_PAGE): Promise<App> {
  const times = new CallTimes()
  const inFlight = new ResponsesInFlight()
  const app = openFramework(services, inFlight)
  addHooks(app, services)
  app.addHook('onResponse', (req, reply, done) => {
    const route = req.is404 ? '(unknown)' : (req.routeOptions.url ?? '(unknown)')
    const { arrivedAt } = req.raw
    const ms = arrivedAt === undefined ? reply.elapsedTime : performance.now() - arrivedAt
    // Its duration is that of the open page.
    if (req.routeOptions.config.isEndless && reply.statusCode === 200) return done()
    const call = { method: req.method, route, status: reply.statusCode, ms, reference: req.id }
    times.add(call)
    if (services.logTo) logCall(services.logTo, call)
    done()
  })
  readIdempotencyKeys(app, services)
  tagAnswers(app)
  compressJson(app, inFlight)
  delayRefusals(app, services)

  metricsRoute(app, services, times)
  await describeApi(app, services)
  await app.register(async (api: App) => addRoutes(api, services), { prefix: '/api' })
  await servePage(app, pageFolder, {
    config: services.config,
    officeName: async () => (await services.settings.policy()).officeName,
  })
  return app
}

function openFramework({ sessions, config, logTo }: Services, inFlight: ResponsesInFlight): App {
  const isTrusted = trustedProxies(config.trustProxy)
  const connections = new OpenConnections(isTrusted)
  const takeTurn = scheduleCalls(sessions, inFlight, connections, isTrusted)
  return Fastify({
    serverFactory: (answer) => {
      const server = http.createServer(CONNECTION_LIMITS, (req, res) => {
        req.arrivedAt = performance.now()
        takeTurn(req, res, () => answer(req, res))
      })
      connections.watch(server)
      return server
    },
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy ?? false,
    genReqId: references(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'ref' }),
    // Log lines contain the call's reference anyway; a child logger per call would cost more than routing it.
    childLoggerFactory: (logger) => logger,
    logger: logTo ? { level: 'info', stream: logTo, base: null, redact: ROW_CONTENT } : false,
    frameworkErrors: (error, req, reply) => {
      secureEarly(reply)
      void handleError(error, req, reply)
    },
    clientErrorHandler: handleClientError,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // Otherwise the framework loads its own compilers, which are replaced at once.
    schemaController: { compilersFactory: { buildValidator: replaced, buildSerializer: replaced } },
  }).withTypeProvider<ZodTypeProvider>()
}

function replaced(): never {
  throw new Error('The compilers of schemas are set after the framework is opened')
}

/** Hooks of every call, in this order. */
function addHooks(app: App, { db, clock, config, settings, sessions }: Services): void {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleNotFound(rememberMethods(app)))
  app.addHook('onRoute', (route) => {
    // A route without a query schema accepts no query: a mistyped filter must not be ignored silently.
    if (route.url.startsWith('/api/')) route.schema = { querystring: NO_QUERY, ...route.schema }
  })
  secure(app, config)
  checkHost(app, config)
  acceptJson(app)
  closeOnUnreadBody(app)
  app.addHook('onRequest', (req, _reply, done) => {
    // PostgreSQL text cannot contain NUL, and no address of ours does. The part after the `?` is validated by the contract
    // or the page.
    const hasNul = req.url.split('?', 1)[0]!.includes('%00')
    done(hasNul ? new AppError('bad-input', text('This address is not valid.')) : undefined)
  })
  recordRefusals(app, { db, clock, findAccount: (name) => findNamedAccount(db.read, name) })
  acceptTickets(app, { secretKey: config.secretKey, clock })
  authenticate(app, sessions)
  endStreamsWithSession(app, sessions)
  limitRates(app, {
    clock,
    config,
    fairUse: () => settings.peek()?.fairUse ?? settings.policy().then(({ fairUse }) => fairUse),
  })
  setCallerContext(app)
}

/** A call's reference in the log: unique across restarts, without a random number for every call. */
function references(): () => string {
  const start = randomBytes(4).toString('hex')
  let calls = 0
  return () => `${start}-${(++calls).toString(36)}`
}
