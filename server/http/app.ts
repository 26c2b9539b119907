import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Readable } from 'node:stream'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Actor } from '../actor.ts'
import type { Needs } from './needs.ts'
import type { RateBucket } from './rate-limits.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/**
 * Fields, because a WeakMap keyed by calls would keep each of them until the next collection of the whole heap: it takes young
 * keys into the old generation, and their answers, headers and closures along.
 */
declare module 'node:http' {
  interface IncomingMessage {
    /** in the time of `performance.now()`; what a call waits for its turn belongs to its time */
    arrivedAt?: number
  }
  interface ServerResponse<Request> {
    /** lets the caller's next call begin */
    endTurn?: () => void
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route that isn't marked `config: { public: true }`. */
    actor: Actor
    /** its body had not all arrived when the session was last looked up */
    awaitsBody: boolean
    /** The same content; fails at its end where the caller is no longer allowed what they were when the call began. */
    whileAllowed(content: Readable): Readable
  }
  interface FastifyContextConfig {
    public?: boolean
    /** Closed to an administrator who sees the page as somebody else: it is the person's own, or written down as theirs. */
    isPrivate?: boolean
    /** Open to them although it changes something. */
    whileSeeing?: boolean
    /** What the caller's role must allow; every route that is not public says it. */
    needs?: Needs
    /** Failures beyond those that any route of its shape has, for the API's document. */
    fails?: readonly (401 | 403 | 404 | 409 | 413 | 415 | 429)[]
    /** Answers a page, and says in a Link header where the next one is. */
    paged?: boolean
    /** When it is refused, its body is read up to the limit and dropped, so that the sender learns why. */
    drained?: boolean
    /** Carries an ETag, and answers 304 while it is the same: for what an open page asks for again. */
    tagged?: boolean
    /** Below /api/auth, where answers go out unpacked: it holds no secret, and nothing that the caller chose. */
    packed?: boolean
    /** Which of the person's token buckets it takes from; `writes` for everything but reads when left out. `none`: bounded otherwise. */
    bucket?: RateBucket | 'none'
  }
}
