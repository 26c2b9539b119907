import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Actor as PermittedActor } from '../shared/requests.ts'
import type { SignedInUser } from '../shared/users.ts'
import type { Ai } from './engine/ai.ts'
import type { AuditWatch } from './audit/watch.ts'
import type { LanguageModel } from './language-model/language-model.ts'
import type { Config } from './config.ts'
import type { Db } from './database/db.ts'
import type { RateBucket } from './fairness/rate-limits.ts'
import type { SessionCache } from './sessions/cache.ts'

/** What every feature is handed. Nothing reaches for a global, so a test can put its own in place. */
export interface Services {
  db: Db
  config: Config
  /** The program's time; the database's own is never used. */
  clock: () => Date
  /** Who is behind a token. Told to forget by everything that changes sessions, roles, accounts or the policy. */
  sessions: SessionCache
  /** Suggests, estimates and compares; applies nothing. */
  ai: Ai
  /** Asked over the network where an administrator has set one up, and only for what a person waits for. */
  languageModel: LanguageModel
  /** Whether the audit log is whole. */
  audit: AuditWatch
  /** Where log lines go; without it nothing is logged. */
  logTo?: LogSink
}

export interface LogSink {
  write(line: string): void
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The signed-in person behind a call, as the session, the account and the role are now. */
export interface Actor extends PermittedActor {
  user: SignedInUser
  sessionId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route that isn't marked `config: { public: true }`. */
    actor: Actor
  }
  interface FastifyContextConfig {
    public?: boolean
    /** Failures beyond those that any route of its shape has, for the API's document. */
    fails?: readonly (401 | 403 | 404 | 409 | 429)[]
    /** Takes an Idempotency-Key. */
    repeatable?: boolean
    /** Answers a page, and says in a Link header where the next one is. */
    paged?: boolean
    /** Carries an ETag, and answers 304 while it is the same: for what an open page asks for again. */
    tagged?: boolean
    /** Which of the person's token buckets it takes from; `writes` for everything but reads when left out. */
    bucket?: RateBucket
  }
}
