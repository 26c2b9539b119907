import type { FastifyReply, FastifyRequest } from 'fastify'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { App } from './app.ts'
import { type ResponsesInFlight, LARGE, tooMuchInFlight } from './responses-in-flight.ts'
import { callerOf } from './schedule-calls.ts'

/** Smaller responses fit into a packet or two anyway. */
const FROM_CHARACTERS = 2048
/** At this quality a page of ten requests takes less than 0.1 ms and shrinks to a third; more effort gains little. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const GZIP = { level: 4 }

/**
 * Smaller responses are compressed on the main thread: that blocks it for 30 to 70 µs, as long as handing them to a
 * thread would, and takes a quarter of the total time.
 */
const IN_THREADS_FROM = 16_384

/** Large responses compressed concurrently: zlib shares its threads with the password checks. */
const MAX_CONCURRENT = 1
/** When this many are waiting, further ones are sent uncompressed. */
const MAX_WAITING = 20

/**
 * Compresses long JSON responses for clients that accept it, large ones in zlib's thread pool so that other calls do
 * not wait. Only for GET, and below /api/auth only for routes marked as holding no secret: if a response
 * contains a secret next to something the caller chose, its compressed length reveals the secret character by character
 * (BREACH). Streams and files pass unchanged.
 *
 * The total size of large responses in memory is limited; beyond it they are refused with 503.
 */
export function compressJson(app: App, inFlight: ResponsesInFlight): void {
  const packLarge = limitConcurrency(MAX_CONCURRENT)
  app.addHook('onSend', (req, reply, payload, done) => {
    const isLarge = typeof payload === 'string' && payload.length >= LARGE
    const settle = isLarge ? inFlight.hold(reply, callerOf(req), payload.length) : undefined
    if (isLarge && !settle) return done(tooMuchInFlight())
    if (!isPackable(req, reply, payload)) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const accepted = req.headers['accept-encoding']
    if (accepted === undefined || req.method === 'HEAD') return done(null, payload)
    const encoding = ENCODINGS.find((name) => acceptsEncoding(accepted, name))
    if (!encoding || (isLarge && packLarge.waiting >= MAX_WAITING)) return done(null, payload)
    if (payload.length < IN_THREADS_FROM) {
      reply.header('content-encoding', encoding)
      return done(null, COMPRESS_SYNC[encoding](payload))
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
const COMPRESS_SYNC = {
  br: (text: string) => brotliCompressSync(text, BROTLI),
  gzip: (text: string) => gzipSync(text, GZIP),
}
const PACK = {
  br: (text: string, packed: Packed) => brotliCompress(text, BROTLI, packed),
  gzip: (text: string, packed: Packed) => gzip(text, GZIP, packed),
}

/** Runs at most `maxRunning` works concurrently, the others in FIFO order. */
function limitConcurrency(maxRunning: number) {
  const waiting: ((over: () => void) => void)[] = []
  let running = 0
  const next = () => {
    const work = running < maxRunning ? waiting.shift() : undefined
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
  const accepted = String(header ?? '').toLowerCase()
  if (!accepted.includes(encoding)) return false
  return accepted.split(',').some((one) => {
    const [name = '', ...options] = one.split(';').map((part) => part.trim())
    return name === encoding && !options.some((option) => /^q=0(\.0*)?$/.test(option))
  })
}
