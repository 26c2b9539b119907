import { isIPv6 } from 'node:net'

/** The origin of an attempt: its counted address, the network around it and the wider region around that. */
export interface Source {
  address: string
  network: string
  region: string
}

/**
 * The address under which attempts are counted, and the networks around it that one attacker may own: /24 and /16 for
 * IPv4, /48 and /32 for IPv6. An IPv6 customer owns a /64 and could otherwise use a new address per guess, so the /64
 * counts as the address. The port that some proxies append is dropped: it differs per connection.
 */
export function sourceOf(address: string): Source {
  const ip = address
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^::ffff:(?=[\d.]+$)/, '')
  if (isIPv6(ip)) {
    const groups = groupsOf(ip)
    const [site, network, region] = [4, 3, 2].map((count) => groups.slice(0, count).join(':'))
    return { address: `${site}::/64`, network: `${network}::/48`, region: `${region}::/32` }
  }
  const [one, two, three] = ip.split('.')
  return { address: ip, network: `${one}.${two}.${three}.0/24`, region: `${one}.${two}.0.0/16` }
}

function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  while (groups.length + after.length < 8) groups.push('0')
  return [...groups, ...after]
}
