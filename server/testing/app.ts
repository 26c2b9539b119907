import type { InjectOptions } from 'fastify'
import type { Ai } from '../ai/host/ai.ts'
import { AuditWatch } from '../audit/watch.ts'
import { LanguageModel } from '../ai/language-model/language-model.ts'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { App } from '../platform/http/app.ts'
import type { LogSink } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { SessionCache } from '../people/sign-in/cache.ts'
import { SignInLookups } from '../people/sign-in/sign-in-lookups.ts'
import { Settings } from '../settings/service.ts'
import type { Rules } from '../settings/rules.ts'
import { Passwords } from '../people/accounts/passwords.ts'
import { FlowHistory } from '../analytics/flow-history.ts'
import { RecentHistory } from '../ai/estimates/recent-history.ts'
import { JobQueue } from '../platform/jobs/queue.ts'
import { brokenAi } from './ai.ts'
import { EventHub } from '../notices/events/hub.ts'
import { buildCast, type Person } from './cast.ts'
import { testClock } from './clock.ts'
import { TEST_CONFIG } from './config.ts'
import { openTestDatabase, TEST_SEALER } from './database.ts'
import { emptyTables } from './empty-tables.ts'
import { temporaryFiles } from './files.ts'

interface Options {
  config?: Partial<Config>
  policy?: Partial<Rules>
  /** `YYYY-MM-DDThh:mm:ss.sssZ` */
  now?: string
  logTo?: LogSink
  /** default: an unreachable engine */
  ai?: Ai
  /** default: a temporary folder */
  files?: FileStore
}

/** The whole server on an empty migrated database, with the cast signed in. */
export async function testApp(options: Options = {}) {
  const now = options.now ?? '2026-03-10T09:00:00.000Z'
  const clock = testClock(now)
  const config = { ...TEST_CONFIG, ...options.config }
  const db = await openTestDatabase()
  const settings = new Settings({ db, clock, demo: false })
  const sessions = new SessionCache({ db, secretKey: config.secretKey, clock, settings, demo: config.demo })
  const folder = temporaryFiles()
  const services: Services = {
    db,
    config,
    clock,
    files: options.files ?? folder.files,
    queue: new JobQueue(clock),
    settings,
    sessions,
    lookups: new SignInLookups({ db, clock }),
    passwords: new Passwords(config),
    recentHistory: new RecentHistory(db),
    // Starting its thread takes long on a starved machine.
    flow: new FlowHistory({ db, log: { error: () => {} }, loadTimeoutMs: 300_000 }),
    ai: options.ai ?? brokenAi(),
    languageModel: new LanguageModel({ db, config, clock, settings }),
    // Only checks when a test tells it to.
    audit: new AuditWatch({
      db,
      sealer: TEST_SEALER,
      clock,
      noteFile: null,
      log: { info: () => {}, warn: () => {}, error: () => {} },
    }),
    events: new EventHub({ db, sessions, settings, clock, log: { error: () => {} } }),
    logTo: options.logTo,
  }
  if (options.policy) await services.settings.change(options.policy)
  const cast = await buildCast(services)
  const app = await buildApp(services)
  await app.ready()
  return {
    app,
    db,
    clock,
    queue: services.queue,
    services,
    ...cast,
    /** Restores the initial state for the next test of a file: the same people with new sessions. */
    async reset() {
      await sessions.settled()
      await emptyTables(db)
      settings.forget()
      sessions.forgetAll()
      services.lookups.forget()
      services.audit.digest.forget()
      clock.set(now)
      Object.assign(config, TEST_CONFIG, options.config)
      if (options.policy) await services.settings.change(options.policy)
      const anew = await buildCast(services)
      for (const name of Object.keys(anew) as (keyof typeof anew)[]) Object.assign(cast[name], anew[name])
    },
    async close() {
      await app.close()
      await services.flow.close()
      await sessions.settled()
      await db.close()
      folder.remove()
    },
  }
}

type Headers = Record<string, string>
type Method = NonNullable<InjectOptions['method']>

async function call(app: App, method: Method, person: Person | null, url: string, body?: unknown, headers?: Headers) {
  const res = await app.inject({
    method,
    url,
    headers: {
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    payload: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  })
  const isJson = res.body !== '' && String(res.headers['content-type']).includes('json')
  // Not validated: checking the body's shape is the test's job.
  const parsed: Answer = isJson ? JSON.parse(res.body) : res.body
  return { statusCode: res.statusCode, body: parsed, headers: res.headers }
}

type Answer = ReturnType<typeof JSON.parse>

type WithoutBody = (app: App, person: Person | null, url: string, headers?: Headers) => ReturnType<typeof call>
type WithBody = (
  app: App,
  person: Person | null,
  url: string,
  body?: unknown,
  headers?: Headers,
) => ReturnType<typeof call>

export const get: WithoutBody = (app, person, url, headers) => call(app, 'GET', person, url, undefined, headers)
export const post: WithBody = (app, person, url, body, headers) => call(app, 'POST', person, url, body, headers)
export const put: WithBody = (app, person, url, body, headers) => call(app, 'PUT', person, url, body, headers)
export const patch: WithBody = (app, person, url, body, headers) => call(app, 'PATCH', person, url, body, headers)
export const del: WithBody = (app, person, url, body, headers) => call(app, 'DELETE', person, url, body, headers)
