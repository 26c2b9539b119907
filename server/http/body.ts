import { isUtf8 } from 'node:buffer'
import { AppError } from '../errors.ts'
import type { App } from '../services.ts'

/** JSON only. An empty body is no body, and bytes that aren't UTF-8 are refused instead of being replaced in silence. */
export function acceptJson(app: App): void {
  // Keys such as `__proto__` are fields like others, that no contract knows: so the refusal names them. No body is read but
  // through its contract.
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (req, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new AppError('bad-input', 'The body is not valid UTF-8.'))
    return parse(req, body.toString(), done)
  })
}
