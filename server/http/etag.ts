import { hash } from 'node:crypto'
import type { App } from './app.ts'

/**
 * The tag of an answer that `text` identifies. Weak, because an answer has the same tag packed and unpacked.
 * @param text the answer itself, or all that it depends on
 */
export function etagOf(text: string): string {
  return `W/"${digestOf(text)}"`
}

/** Without a full stop, so that a tag can have two parts. */
export function digestOf(text: string): string {
  return hash('sha1', text, 'base64url')
}

/** Whether the caller has the answer of this tag; proxies that pack answers may have changed how the tag is written. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch !== undefined
  return knownTags(ifNoneMatch).some((one) => opaque(one) === opaque(etag))
}

export function knownTags(ifNoneMatch = ''): string[] {
  return ifNoneMatch.split(',').map((one) => one.trim())
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}

/** Gives the answers of routes marked `tagged` the tag of their text. Before they are packed, so that both have the same. */
export function tagAnswers(app: App): void {
  app.addHook('onSend', (req, reply, payload, done) => {
    const isTagged = req.routeOptions.config.tagged && reply.statusCode === 200 && typeof payload === 'string'
    if (!isTagged) return done(null, payload)
    const etag = etagOf(payload)
    reply.header('etag', etag)
    if (!isKnown(req.headers['if-none-match'], etag)) return done(null, payload)
    reply.code(304).removeHeader('content-type')
    done(null, null)
  })
}
