import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import { isTooComplex } from './json-shape.ts'

/** Bodies of calls that need no session: the longest of a sign-in or set-up has some three thousand bytes. */
export const PUBLIC_BODY_LIMIT = 8 * 1024
/** Any other body but those with a long text: a hundred decisions of a batch need a quarter of it. */
export const BODY_LIMIT = 64 * 1024
/**
 * Bodies with a long text: 20,000 characters take up to 120 kB, each one escaped. Twice that leaves room for a text that is too
 * long, so that the refusal can name its field.
 */
export const TEXT_BODY_LIMIT = 256 * 1024

/** An answer of null as it is sent: the framework makes an empty body of the value. Text is sent as it is, whatever the contract. */
export const NULL_BODY = 'null' as never

/** JSON only. An empty body is no body, and bytes that aren't UTF-8 are refused instead of being replaced in silence. */
export function acceptJson(app: App): void {
  // Keys such as `__proto__` are fields like others, that no contract knows: so the refusal names them. No body is read but
  // through its contract.
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (req, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new AppError('bad-input', 'The body is not valid UTF-8.'))
    if (isTooComplex(body))
      return done(new AppError('bad-input', 'The body has more fields, or deeper nesting, than any call accepts.'))
    return parse(req, body.toString(), done)
  })
}

/**
 * Whether a call is answered before its large body has arrived. Its connection is then closed, or the server would go on
 * reading what nobody wants.
 * @param limit so much is read and dropped, so that the answer reaches who is still sending
 */
export function hasLargeUnreadBody(
  { complete, headers }: Pick<IncomingMessage, 'complete' | 'headers'>,
  limit = BODY_LIMIT,
): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > limit)
}

/** Closes the connection of a call that is refused before its large body has arrived. */
export function leaveBodiesUnread(app: App): void {
  app.addHook('onSend', (req, reply, _payload, done) => {
    const { config, bodyLimit } = req.routeOptions
    if (hasLargeUnreadBody(req.raw, config.drained ? bodyLimit : undefined)) reply.header('connection', 'close')
    done()
  })
}
