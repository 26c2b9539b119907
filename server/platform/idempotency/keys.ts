import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError, fieldError } from '../errors.ts'
import type { App } from '../http/app.ts'
import { fingerprintOf, IdempotentCall } from './idempotent-call.ts'
import { text } from '../../../shared/texts/say.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route marked `config: { idempotent: … }`. */
    idempotentCall: IdempotentCall
  }
  interface FastifyContextConfig {
    /** Accepts an Idempotency-Key. `secret`: the stored fingerprint must not help to guess the body. */
    idempotent?: true | 'secret'
  }
}

interface Deps {
  clock: () => Date
  config: { secretKey: Buffer }
}

const KEY = /^[\x21-\x7e]{1,200}$/

/** Reads the Idempotency-Key on routes that accept one, after the body has been validated. */
export function readIdempotencyKeys(app: App, { clock, config }: Deps): void {
  app.decorateRequest('idempotentCall')
  app.addHook('preHandler', (req, _reply, done) => {
    const { idempotent } = req.routeOptions.config
    if (!idempotent) return done()
    const key = keyIn(req)
    if (key instanceof AppError) return done(key)
    if (key === undefined) req.idempotentCall = new IdempotentCall(clock)
    else {
      const path = req.url.split('?', 1)[0]!.replace(/^\/api/, '')
      const body = idempotent === 'secret' ? keyedDigest(config.secretKey, req.body) : req.body
      const call = { user_id: req.actor.id, route: `${req.method} ${path}`, key, fingerprint: fingerprintOf(body) }
      req.idempotentCall = new IdempotentCall(clock, call)
    }
    done()
  })
}

function keyIn({ headers }: FastifyRequest): string | undefined | AppError {
  const header = headers['idempotency-key']
  if (header === undefined || (typeof header === 'string' && KEY.test(header))) return header
  return fieldError('bad-input', 'Idempotency-Key', text('Idempotency-Key must be 1 to 200 visible ASCII characters'))
}

/** A copy of the database must not allow guessing a password in a body. */
function keyedDigest(secretKey: Buffer, body: unknown): string {
  const key = Buffer.concat([Buffer.from('password-change:'), secretKey])
  return createHmac('sha256', key)
    .update(JSON.stringify(body ?? null))
    .digest('base64url')
}
