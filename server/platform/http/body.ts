import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import { isTooComplex } from './json-shape.ts'
import { text } from '../../../shared/texts/say.ts'

/** For calls without a session: the longest sign-in or set-up has about three thousand bytes. */
export const PUBLIC_BODY_LIMIT = 8 * 1024
/** For all others except those with a long text: a hundred decisions of a batch need a quarter of it. */
export const BODY_LIMIT = 64 * 1024
/**
 * For bodies with a long text: 20,000 characters take up to 120 kB with each one escaped. About twice that, so that a
 * text that is too long still gets a refusal naming its field.
 */
export const TEXT_BODY_LIMIT = 256 * 1024

/**
 * A null response: the framework would send an empty body for the value. Strings are sent as they are, whatever the
 * contract.
 */
export const NULL_BODY = 'null' as never

/** JSON only. An empty body counts as no body, and invalid UTF-8 is refused instead of being silently replaced. */
export function acceptJson(app: App): void {
  // Keys such as `__proto__` are parsed like any unknown field, so that the refusal names them. Bodies are only read
  // through their contract.
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (req, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new AppError('bad-input', text('The body is not valid UTF-8.')))
    if (isTooComplex(body))
      return done(
        new AppError('bad-input', text('The body has more fields, or deeper nesting, than any call accepts.')),
      )
    return parse(req, body.toString(), done)
  })
}

/** Whether a body belongs to these headers. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}

/**
 * Whether a call is answered before its large body has arrived. Its connection is then closed, or the server would go
 * on reading a discarded body.
 * @param limit up to this size the body is read and discarded, so that a client that is still sending receives the
 *   response
 */
export function hasLargeUnreadBody(
  { complete, headers }: Pick<IncomingMessage, 'complete' | 'headers'>,
  limit = BODY_LIMIT,
): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > limit)
}

/** Closes the connection of a call refused before its large body has arrived. */
export function closeOnUnreadBody(app: App): void {
  app.addHook('onSend', (req, reply, _payload, done) => {
    const { config, bodyLimit } = req.routeOptions
    if (hasLargeUnreadBody(req.raw, config.drained ? bodyLimit : undefined)) reply.header('connection', 'close')
    done()
  })
}
