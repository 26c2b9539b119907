import type { FastifyRequest } from 'fastify'
import { pipeline, Readable, Transform } from 'node:stream'
import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import { bearerToken, sessionEnded, type Sessions } from './authentication.ts'
import { text } from '../../../shared/texts/say.ts'

/** Bytes buffered between disk, check and connection: with a smaller buffer they would wait for each other. */
const AHEAD = 512 * 1024

/**
 * Ends streams when the person loses access. A response stream re-checks before each chunk and is aborted when the
 * session has ended or a permission is gone; a truncated file never looks complete. A streamed body re-checks when all
 * of it has arrived (`req.whileAllowed`).
 */
export function endStreamsWithSession(app: App, sessions: Sessions): void {
  const check = (req: FastifyRequest, before: Actor) => checkStillAllowed(sessions, req, before)
  app.decorateRequest('whileAllowed', function (this: FastifyRequest, content: Readable): Readable {
    const { actor } = this
    const flush: Transform['_flush'] = (done) => void check(this, actor).then(() => done(), done)
    return through(
      content,
      new Transform({ transform: (chunk, _encoding, done) => done(null, chunk), flush, highWaterMark: AHEAD }),
    )
  })
  app.addHook('onSend', (req, _reply, payload, done) => {
    const { actor } = req
    if (!(payload instanceof Readable) || actor === undefined) return done(null, payload)
    const transform: Transform['_transform'] = (chunk, _encoding, next) => {
      // Usually cached, and a promise per chunk would slow a download down.
      const known = sessions.peek(bearerToken(req)!)
      if (known && isStillAllowed(known, actor)) return next(null, chunk)
      void check(req, actor).then(() => next(null, chunk), next)
    }
    done(null, through(payload, new Transform({ transform, highWaterMark: AHEAD })))
  })
}

function through(content: Readable, checked: Transform): Readable {
  // Readers of the result get its error; while there is no reader, the error must not end the process.
  checked.on('error', () => undefined)
  return pipeline(content, checked, () => undefined)
}

/**
 * @throws AppError `not-signed-in`; `not-allowed` for a person who has lost a permission since the call began, or whose
 *   identity changed by viewing as another person
 */
async function checkStillAllowed(sessions: Sessions, req: FastifyRequest, before: Actor): Promise<void> {
  const token = bearerToken(req)!
  const now = sessions.peek(token) ?? (await sessions.find(token))
  if (!now) throw sessionEnded()
  if (isStillAllowed(now, before)) return
  throw new AppError('not-allowed', text('Your permissions have changed in the meantime. Please try again.'))
}

function isStillAllowed(now: Actor, before: Actor): boolean {
  return now.id === before.id && [...before.permissions].every((one) => now.permissions.has(one))
}
