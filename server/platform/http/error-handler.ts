import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { say, text } from '../../../shared/texts/say.ts'
import type { Problem } from '../../../shared/problem.ts'
import { AppError, saySentence } from '../errors.ts'
import { BODY_LIMIT } from './body.ts'

/** Turns every failure, ours, the framework's or unexpected, into the common error body. */
export function handleError(error: FastifyError | AppError, req: FastifyRequest, reply: FastifyReply) {
  const known = asAppError(error, req) ?? asAborted(error, req)
  if (!known) {
    // Logged once, here, with its cause; the response only carries the reference to that log line.
    req.log.error({ err: error, ref: req.id, route: req.routeOptions.url }, 'Unexpected failure')
    const body: Problem = {
      error: say('Something went wrong on our side. Please try again.'),
      code: 'internal',
      reference: req.id,
    }
    return reply.headers({ 'cache-control': 'no-store' }).code(500).send(body)
  }
  if (known.cause) req.log.warn({ err: known.cause, ref: req.id, route: req.routeOptions.url }, known.message)
  const details = known.details?.map(({ path, message }) => ({ path, message: saySentence(message) }))
  const body: Problem = { error: saySentence(known.sentence), code: known.code, details, ...known.extra }
  if (known.status >= 500) body.reference = req.id
  return reply
    .headers({ 'cache-control': 'no-store', ...known.headers })
    .code(known.status)
    .send(body)
}

function asAppError(error: FastifyError | AppError, req: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = req.routeOptions.bodyLimit ?? BODY_LIMIT
    return new AppError('too-large', text('The body is larger than {limit} kB.', { limit: limit / 1024 }))
  }
  return fromDatabase(error) ?? fromFramework(error)
}

/** Work that was aborted because its client has disconnected: nobody reads the answer, and nothing is wrong with us. */
function asAborted(error: Error & { code?: string }, { raw }: FastifyRequest): AppError | undefined {
  const isAborted = error.name === 'AbortError' || DISCONNECTED.has(error.code ?? '')
  return isAborted && raw.socket.destroyed ? new AppError('bad-input', text('The connection broke off.')) : undefined
}

const DISCONNECTED = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

const FRAMEWORK: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError(
    'wrong-content-type',
    text('The body must be sent as application/json.'),
  ),
  FST_ERR_CTP_EMPTY_TYPE: new AppError('wrong-content-type', text('The body must be sent as application/json.')),
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError('bad-input', text('The body is not valid JSON.')),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError(
    'bad-input',
    text('The length of the body does not match its Content-Length.'),
  ),
  FST_ERR_BAD_URL: new AppError('bad-input', text('This address is not valid.')),
}

function fromFramework(error: FastifyError): AppError | undefined {
  const known = FRAMEWORK[error.code]
  if (known) return known
  const isRefusal = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isRefusal ? new AppError('bad-input', text('This call could not be understood.')) : undefined
}

/** Database errors caused by the caller's input. All others go to the log only. */
function fromDatabase(error: Error & { code?: unknown }): AppError | undefined {
  // A character that PostgreSQL cannot store, in a field whose contract allows any text.
  if (error.code === '22021')
    return new AppError('bad-input', text('This text contains characters that cannot be stored.'))
  return undefined
}
