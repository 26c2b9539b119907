import { ipv4Within, isForbiddenAddress, isForbiddenName } from './forbidden-addresses.ts'

export type EndpointAddress = { url: string; problem?: undefined } | { url?: undefined; problem: string }

const MAX_LENGTH = 500

/**
 * Where a language model may be: https anywhere; plain http only where the text stays within the office's own network,
 * on this machine, at a private address or under a name that only such a network resolves. Never a link-local address:
 * clouds serve instance secrets there. The addresses that a name resolves to are checked at each call (`post`).
 * @returns the address without a trailing slash and without `/chat/completions`
 */
export function endpointAddress(text: string): EndpointAddress {
  const trimmed = text.trim()
  if (trimmed.length > MAX_LENGTH || !URL.canParse(trimmed)) return { problem: 'must look like https://host/v1' }
  const url = new URL(trimmed)
  if (!/^https?:$/.test(url.protocol)) return { problem: 'must begin with https:// or http://' }
  if (url.username || url.password) return { problem: 'must not contain a username or password' }
  if (url.search || url.hash) return { problem: 'must not contain a "?" or a "#"' }
  if (isNowhere(url.hostname)) return { problem: 'must not be a link-local or unspecified address' }
  if (isForbiddenName(url.hostname)) return { problem: 'must not be the metadata service of a cloud' }
  if (url.protocol === 'http:' && !isWithinOffice(url.hostname)) {
    return { problem: 'must begin with https:// unless the host is within your own network' }
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  return { url: `${url.origin}${path}` }
}

const IPV4 = /^(\d+)\.(\d+)\.\d+\.\d+$/

/** `new URL` has already normalised every IPv4 address to four numbers, and an IPv6 address to brackets. */
function isNowhere(host: string): boolean {
  if (IPV4.test(host)) return isForbiddenAddress(host)
  if (!host.startsWith('[')) return false
  const ip = host.slice(1, -1)
  // An IPv4 address embedded in an IPv6 one would bypass the rule about plain http.
  return ipv4Within(ip) !== undefined || isForbiddenAddress(ip)
}

function isWithinOffice(host: string): boolean {
  const [, a, b] = (IPV4.exec(host) ?? []).map(Number)
  if (a !== undefined && b !== undefined) {
    return a === 127 || a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)
  }
  if (host.startsWith('[')) return host === '[::1]' || /^\[f[cd]/i.test(host)
  return !host.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/i.test(host)
}
