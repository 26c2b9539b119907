import { isIP } from 'node:net'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'

type Names = Pick<Deps['config'], 'host' | 'publicUrl' | 'trustProxy'>

/** Asked by machines that watch the server under whatever name they know, and telling nothing about anybody. */
const ANY_HOST = new Set(['/api/health', '/api/ready'])

/**
 * Answers only under the names that are ours. A foreign site can have its own name lead to this machine (DNS rebinding)
 * and its page then speak to us as if we were that site; its calls still carry its name.
 */
export function checkHost(app: App, config: Names): void {
  const isOurs = ourHosts(config)
  app.addHook('onRequest', (req, _reply, done) => {
    if (isOurs(req.headers.host) || ANY_HOST.has(req.routeOptions.url ?? '')) return done()
    done(new AppError('wrong-host', 'This server does not accept this host name. Use the address in its PUBLIC_URL.'))
  })
}

/**
 * Which Host headers are ours: always this machine's loopback names and plain addresses, which no foreign name server can
 * point anywhere, and what PUBLIC_URL names. Beside it, for proxies that pass on the name they know us by, names without a
 * dot, which nobody outside the own network can have. Without PUBLIC_URL a server that listens beyond loopback, or behind
 * a trusted proxy, cannot know by which names it is reached: it answers under any of them.
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

/** The host without its port, brackets and final dot, in lower case; undefined for what isn't one. */
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
