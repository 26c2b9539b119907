import type { FastifyReply, FastifyRequest } from 'fastify'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { App } from './app.ts'
import { type AnswersInFlight, LARGE, tooMuchInFlight } from './answers-in-flight.ts'
import { callerOf } from './turns.ts'

/** Smaller answers fit into a packet or two anyway. */
const FROM_CHARACTERS = 2048
/** A page of ten requests takes less than a tenth of a millisecond and a third of the bytes; more effort saves little more. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const GZIP = { level: 4 }

/**
 * Smaller ones are packed on the main thread: that takes 30 to 70 µs of it, which is what handing them to a thread takes, and a
 * quarter of the time in all.
 */
const IN_THREADS_FROM = 16_384

/** Large answers that are packed at once: zlib's threads are also those that check passwords. */
const MOST_PACKED = 1
/** Beyond that many that wait to be packed, further ones go out as they are. */
const MOST_WAITING = 20

/**
 * Packs the longer JSON answers for whoever can unpack them, in zlib's threads, so that nobody waits for it. Only what GET
 * answers, and nothing below /api/auth but what says that it holds none: where a secret stands in the same answer as something that the caller chose, the
 * packed length would give it away letter by letter. Streams and files pass as they are.
 *
 * Of large answers only so much is held at once; what goes beyond is refused with 503.
 */
export function compressJson(app: App, inFlight: AnswersInFlight): void {
  const packLarge = limitConcurrency(MOST_PACKED)
  app.addHook('onSend', (req, reply, payload, done) => {
    const isLarge = typeof payload === 'string' && payload.length >= LARGE
    const settle = isLarge ? inFlight.hold(reply, callerOf(req), payload.length) : undefined
    if (isLarge && !settle) return done(tooMuchInFlight())
    if (!isPackable(req, reply, payload)) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const accepted = req.headers['accept-encoding']
    if (accepted === undefined || req.method === 'HEAD') return done(null, payload)
    const encoding = ENCODINGS.find((name) => acceptsEncoding(accepted, name))
    if (!encoding || (isLarge && packLarge.waiting >= MOST_WAITING)) return done(null, payload)
    if (payload.length < IN_THREADS_FROM) {
      reply.header('content-encoding', encoding)
      return done(null, PACK_AT_ONCE[encoding](payload))
    }
    const pack = (packed: () => void) =>
      PACK[encoding](payload, (error, content) => {
        packed()
        if (error) return done(null, payload)
        settle?.(content.length)
        reply.header('content-encoding', encoding)
        done(null, content)
      })
    if (isLarge) packLarge.run(pack)
    else pack(() => undefined)
  })
}

export const ENCODINGS = ['br', 'gzip'] as const
type Packed = (error: Error | null, content: Buffer) => void
const PACK_AT_ONCE = {
  br: (text: string) => brotliCompressSync(text, BROTLI),
  gzip: (text: string) => gzipSync(text, GZIP),
}
const PACK = {
  br: (text: string, packed: Packed) => brotliCompress(text, BROTLI, packed),
  gzip: (text: string, packed: Packed) => gzip(text, GZIP, packed),
}

/** Lets at most so many works run at a time, the others in their order. */
function limitConcurrency(most: number) {
  const waiting: ((over: () => void) => void)[] = []
  let running = 0
  const next = () => {
    const work = running < most ? waiting.shift() : undefined
    if (!work) return
    running++
    work(() => {
      running--
      next()
    })
  }
  return {
    run(work: (over: () => void) => void) {
      waiting.push(work)
      next()
    },
    get waiting() {
      return waiting.length
    },
  }
}

function isPackable(req: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  return (
    typeof payload === 'string' &&
    payload.length >= FROM_CHARACTERS &&
    (req.method === 'GET' || req.method === 'HEAD') &&
    reply.statusCode === 200 &&
    (!req.url.startsWith('/api/auth/') || req.routeOptions.config.packed === true) &&
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
