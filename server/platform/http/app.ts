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
 * Properties of the call: a WeakMap keyed by calls would retain each until the next full garbage collection, because it
 * promotes young keys to the old generation, together with their responses, headers and closures.
 */
declare module 'node:http' {
  interface IncomingMessage {
    /** on the clock of `performance.now()`; a call's duration includes its time in the queue */
    arrivedAt?: number
  }
  interface ServerResponse<Request> {
    /** lets the caller's next call start */
    endTurn?: () => void
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route that isn't marked `config: { public: true }`. */
    actor: Actor
    /** whether the body was still arriving when the session was last looked up */
    isBodyPending: boolean
    /** Passes the content through, and fails at its end if the caller has lost a permission since the call began. */
    whileAllowed(content: Readable): Readable
  }
  interface FastifyContextConfig {
    public?: boolean
    /**
     * Closed to an administrator who views the page as another person: it is that person's own, or would be recorded as
     * theirs.
     */
    isPrivate?: boolean
    /** Open to such an administrator although it changes something. */
    allowedWhileViewingAs?: boolean
    /** Opens with a `ticket` of its address, too, so that a browser can follow a link to it. */
    takesTicket?: boolean
    /** Called by the timer of an open page: not counted as use of the session. */
    isPoll?: boolean
    /** Its response does not end by itself; the metrics leave it out. */
    isEndless?: boolean
    /** The permissions that the caller's role needs; every route that is not public declares them. */
    needs?: Needs
    /** Failures beyond those implied by the route's shape, for the API document. */
    fails?: readonly (401 | 403 | 404 | 409 | 413 | 415 | 429)[]
    /** Responds with a page, and with a Link header to the next one. */
    paged?: boolean
    /** When refused, its body is read up to the limit and discarded, so that the client receives the reason. */
    drained?: boolean
    /** Carries an ETag and responds 304 while unchanged: for data that an open page polls. */
    tagged?: boolean
    /**
     * Below /api/auth, where responses are not compressed: this one contains no secret and nothing chosen by the
     * caller.
     */
    packed?: boolean
    /**
     * The person's token bucket that it takes from; by default `writes`, except for reads. `none`: limited in another
     * way.
     */
    bucket?: RateBucket | 'none'
  }
}
