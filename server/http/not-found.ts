import type { FastifyReply, FastifyRequest } from 'fastify'
import { handleError } from './error-handler.ts'
import { AppError } from '../errors.ts'

/** The address is unknown, or known with other methods only. */
export function handleNotFound(methodsOf: (path: string) => string[]) {
  return (req: FastifyRequest, reply: FastifyReply) => {
    const allowed = methodsOf(req.url.split('?')[0] ?? '')
    if (allowed.length === 0)
      return handleError(new AppError('not-found', 'There is nothing at this address.'), req, reply)
    const allow = [...allowed, 'OPTIONS'].join(', ')
    // No other origin is let in, so there is no preflight to answer: this only tells what is there.
    if (req.method === 'OPTIONS') return reply.header('allow', allow).code(204).send()
    const error = new AppError('wrong-method', `This address accepts ${allow}.`, { headers: { allow } })
    return handleError(error, req, reply)
  }
}
