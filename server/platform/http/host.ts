import { isIP } from 'node:net'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'
import { text } from '../../../shared/texts/say.ts'

type Names = Pick<Deps['config'], 'host' | 'publicUrl' | 'trustProxy'>

/** Polled by monitoring under whatever name it knows, and without any data about people. */
const ANY_HOST = new Set(['/api/health', '/api/ready'])

/**
 * Accepts only our own host names. A foreign site can point its own name at this machine (DNS rebinding), and its page
 * could then call us as same-origin; those calls still carry the foreign name.
 */
export function checkHost(app: App, config: Names): void {
  const isOurs = ourHosts(config)
  app.addHook('onRequest', (req, _reply, done) => {
    // Node keeps the first, but a proxy before us may have gone by another.
    if (countOf(req.raw.rawHeaders, 'host') > 1)
      return done(new AppError('bad-input', text('Send one Host header only.')))
    if (isOurs(req.headers.host) || ANY_HOST.has(req.routeOptions.url ?? '')) return done()
    done(
      new AppError(
        'wrong-host',
        text('This server does not accept this host name. Use the address in its PUBLIC_URL.'),
      ),
    )
  })
}

/**
 * Whether a Host header is ours. Always accepted: loopback names and IP addresses of this machine, which no foreign
 * name server controls, and the name in PUBLIC_URL. Also accepted behind proxies that pass on an internal name: names
 * without a dot, which no outsider can have. Without PUBLIC_URL, a server that listens beyond loopback or behind a
 * trusted proxy cannot know its names and accepts any.
 */
export function ourHosts({ host: listening, publicUrl, trustProxy }: Names) {
  const isReachable = !isLoopbackName(listening) || trustProxy !== undefined
  const named = publicUrl === undefined ? undefined : nameIn(new URL(publicUrl).host)
  const isAny = named === undefined && isReachable
  return (header: string | undefined): boolean => {
    if (isAny) return true
    const name = header === undefined ? undefined : nameIn(header)
    if (name === undefined) return false
    if (name === named || name === listening.toLowerCase() || isIP(name) !== 0 || isLoopbackName(name)) return true
    return isReachable && !name.includes('.')
  }
}

/** @param rawHeaders names and values in turn */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name) count++
  }
  return count
}

/** The host without port, brackets and final dot, in lower case; undefined if invalid. */
function nameIn(header: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+?)\.?)(?::\d{1,5})?$/i.exec(header) ?? []
  return (bracketed ?? plain)?.toLowerCase()
}

function isLoopbackName(name: string): boolean {
  return (
    name === '::1' ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}
