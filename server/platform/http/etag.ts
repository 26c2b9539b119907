import { hash } from 'node:crypto'
import type { App } from './app.ts'

/**
 * The ETag of a response identified by `text`. Weak, because the compressed and the plain response share it.
 * @param text the response itself, or everything it depends on
 */
export function etagOf(text: string): string {
  return `W/"${digestOf(text)}"`
}

/** Base64url, so without a full stop: a tag can have two parts separated by one. */
export function digestOf(text: string): string {
  return hash('sha1', text, 'base64url')
}

/** Whether the client already has the response with this tag; compressing proxies may have rewritten the tag's form. */
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

/** Adds an ETag of the response text on routes marked `tagged`. Runs before compression, so that both forms share it. */
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
