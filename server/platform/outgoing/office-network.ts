import { ipv4Within, isForbiddenAddress } from './forbidden-addresses.ts'

const IPV4 = /^(\d+)\.(\d+)\.\d+\.\d+$/

/**
 * Whether a literal address is link-local, unspecified or a disguised IPv4 one, where no service of an office is.
 * @param host as `URL.hostname` normalises it: every IPv4 address as four numbers, an IPv6 address in brackets
 */
export function isNowhere(host: string): boolean {
  if (IPV4.test(host)) return isForbiddenAddress(host)
  if (!host.startsWith('[')) return false
  const ip = host.slice(1, -1)
  // An IPv4 address embedded in an IPv6 one would bypass the rule about plain http.
  return ipv4Within(ip) !== undefined || isForbiddenAddress(ip)
}

/**
 * Whether text sent to this host stays within the office's own network: this machine, a private address, or a name that
 * only such a network resolves.
 * @param host as `URL.hostname` normalises it
 */
export function isWithinOffice(host: string): boolean {
  const [, a, b] = (IPV4.exec(host) ?? []).map(Number)
  if (a !== undefined && b !== undefined) {
    return a === 127 || a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)
  }
  if (host.startsWith('[')) return host === '[::1]' || /^\[f[cd]/i.test(host)
  return !host.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/i.test(host)
}
