import type { FastifyRequest } from 'fastify'
import { pipeline, Readable, Transform } from 'node:stream'
import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import { bearerToken, sessionEnded, type Sessions } from './authentication.ts'

/** Bytes that may wait to be checked or sent: with less, the disk and the connection wait for each other. */
const AHEAD = 512 * 1024

/**
 * What began while a person was allowed it does not outlast that. An answer that is still going out asks again before each of
 * its chunks, and breaks off where the session has ended or a permission is gone: a file that stops in the middle never looks
 * like a whole one. A streamed body asks when all of it has come (`req.whileAllowed`).
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
      // Mostly memory knows, and a promise for each chunk makes a download wait.
      const known = sessions.peek(bearerToken(req)!)
      if (known && isStillAllowed(known, actor)) return next(null, chunk)
      void check(req, actor).then(() => next(null, chunk), next)
    }
    done(null, through(payload, new Transform({ transform, highWaterMark: AHEAD })))
  })
}

function through(content: Readable, checked: Transform): Readable {
  // Whoever reads the result is told of its failure; where nobody reads it yet, or any more, it must not end the process.
  checked.on('error', () => undefined)
  return pipeline(content, checked, () => undefined)
}

/** @throws AppError `not-signed-in`; `not-allowed` for somebody who may do less than when the call began, or is seen as another */
async function checkStillAllowed(sessions: Sessions, req: FastifyRequest, before: Actor): Promise<void> {
  const token = bearerToken(req)!
  const now = sessions.peek(token) ?? (await sessions.find(token))
  if (!now) throw sessionEnded()
  if (isStillAllowed(now, before)) return
  throw new AppError('not-allowed', 'What you may do has changed meanwhile. Please try again.')
}

function isStillAllowed(now: Actor, before: Actor): boolean {
  return now.id === before.id && [...before.permissions].every((one) => now.permissions.has(one))
}
