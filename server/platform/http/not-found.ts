import type { FastifyReply, FastifyRequest } from 'fastify'
import { handleError } from './error-handler.ts'
import { AppError } from '../errors.ts'
import { text } from '../../../shared/texts/say.ts'

/** For an unknown path, or a known one with an unsupported method. */
export function handleNotFound(methodsOf: (path: string) => string[]) {
  return (req: FastifyRequest, reply: FastifyReply) => {
    const allowed = methodsOf(req.url.split('?')[0] ?? '')
    if (allowed.length === 0)
      return handleError(new AppError('not-found', 'There is nothing at this address.'), req, reply)
    const allow = [...allowed, 'OPTIONS'].join(', ')
    // No other origin is allowed, so there is no preflight to answer: this only lists the methods.
    if (req.method === 'OPTIONS') return reply.header('allow', allow).code(204).send()
    const error = new AppError('wrong-method', text('This address accepts {allow}.', { allow }), { headers: { allow } })
    return handleError(error, req, reply)
  }
}
