import type { FastifyReply } from 'fastify'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'

/** API responses are data: nothing in them may load or run, be framed, sniffed, or cached. */
export const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

const NO_DEVICES =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()'

/** Additional headers for documents, which a browser shows in a window. */
const DOCUMENT_HEADERS = {
  'permissions-policy': NO_DEVICES,
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** By default every response gets the strict headers and is not cached; a route may relax them. */
export function secure(app: App, config: Pick<Deps['config'], 'publicUrl'>): void {
  const headers = { ...DATA_HEADERS, ...strictTransport(config) }
  app.addHook('onRequest', (_req, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** For failures before any hook has run. */
export function secureEarly(reply: FastifyReply): void {
  reply.headers(DATA_HEADERS)
}

/**
 * Lets a document use scripts, styles and images of our own origin.
 * @param more further sources of styles and scripts, such as a hash
 */
export function allowDocument(reply: FastifyReply, more: { styles?: string; scripts?: string } = {}): void {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${more.scripts ?? ''}`.trim(),
    `style-src 'self' ${more.styles ?? ''}`.trim(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  reply.headers({ ...DOCUMENT_HEADERS, 'content-security-policy': policy.join('; ') })
}

/** A worker may load further scripts of our own origin and connect to nothing: it returns what it extracted from a file. */
export function allowWorker(reply: FastifyReply): void {
  reply.header('content-security-policy', "default-src 'none'; script-src 'self'; frame-ancestors 'none'")
}

/**
 * After a visit over https, browsers must not fall back to http; set only where PUBLIC_URL says that https is
 * available.
 */
function strictTransport({ publicUrl }: Pick<Deps['config'], 'publicUrl'>): Record<string, string> {
  return publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
}
