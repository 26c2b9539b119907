import type { FastifyReply, FastifyRequest } from 'fastify'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { App } from '../services.ts'

/** Smaller answers fit into a packet or two anyway. */
const FROM_CHARACTERS = 2048
/** A page of ten requests takes less than a tenth of a millisecond and a third of the bytes; more effort saves little more. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const GZIP = { level: 4 }

/**
 * Packs the longer JSON answers for whoever can unpack them, in zlib's threads, so that nobody waits for it. Only what GET
 * answers, and nothing below /api/auth: where a secret stands in the same answer as something that the caller chose, the
 * packed length would give it away letter by letter. Streams and files pass as they are.
 */
export function compressJson(app: App): void {
  app.addHook('onSend', (req, reply, payload, done) => {
    if (!isPackable(req, reply, payload)) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const accepted = req.headers['accept-encoding']
    if (accepted === undefined || req.method === 'HEAD') return done(null, payload)
    const packed = (encoding: string) => (error: Error | null, content: Buffer) => {
      if (error) return done(null, payload)
      reply.header('content-encoding', encoding)
      done(null, content)
    }
    if (acceptsEncoding(accepted, 'br')) brotliCompress(payload, BROTLI, packed('br'))
    else if (acceptsEncoding(accepted, 'gzip')) gzip(payload, GZIP, packed('gzip'))
    else done(null, payload)
  })
}

function isPackable(req: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  return (
    typeof payload === 'string' &&
    payload.length >= FROM_CHARACTERS &&
    (req.method === 'GET' || req.method === 'HEAD') &&
    reply.statusCode === 200 &&
    !req.url.startsWith('/api/auth/') &&
    String(reply.getHeader('content-type')).startsWith('application/json')
  )
}

/** Whether an Accept-Encoding header names the encoding without refusing it (`br;q=0`). */
export function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  const wanted = String(header ?? '').toLowerCase()
  if (!wanted.includes(encoding)) return false
  return wanted.split(',').some((one) => {
    const [name = '', ...options] = one.split(';').map((part) => part.trim())
    return name === encoding && !options.some((option) => /^q=0(\.0*)?$/.test(option))
  })
}
