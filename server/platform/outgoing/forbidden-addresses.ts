import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * Addresses that nothing is sent to: link-local, unspecified and multicast ones, and the fixed ones of cloud metadata
 * services, which serve instance secrets. Loopback and private addresses are allowed for services on the premises.
 */
const forbidden = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
] as const)
  forbidden.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
  // Teredo and NAT64 prefixes for local use: the IPv4 address within is disguised, or in several places.
  ['2001::', 32],
  ['64:ff9b:1::', 48],
] as const)
  forbidden.addSubnet(network, bits, 'ipv6')

/** The ends of `::1` and `::`, which embed nothing. */
const [LOOPBACK, UNSPECIFIED] = ['0.0.0.1', '0.0.0.0']

/** Names of the same services; they resolve only inside the clouds where they are dangerous. */
const FORBIDDEN_NAME = /^(metadata|instance-data)(\.|$)/i

export function isForbiddenName(host: string): boolean {
  return FORBIDDEN_NAME.test(host)
}

/** @param address as text, without brackets */
export function isForbiddenAddress(address: string): boolean {
  const [ip = ''] = address.split('%')
  if (isIPv4(ip)) return forbidden.check(ip, 'ipv4')
  if (isIP(ip) === 0) return true
  const inner = ipv4Within(ip)
  return forbidden.check(ip, 'ipv6') || (inner !== undefined && forbidden.check(inner, 'ipv4'))
}

/** The IPv4 address embedded in an IPv6 one, in any of the standard forms, which would bypass the IPv4 rules. */
export function ipv4Within(ip: string): string | undefined {
  // The URL parser normalises every notation to hexadecimal groups.
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...gap, ...after].map((group) => parseInt(group, 16))
  const dotted = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const starts = (...first: number[]) => first.every((group, place) => groups[place] === group)
  const last = dotted(groups[6], groups[7])
  if (starts(0x2002)) return dotted(groups[1], groups[2])
  const isMapped = starts(0, 0, 0, 0, 0, 0xffff) || starts(0, 0, 0, 0, 0xffff, 0)
  const isCompatible = starts(0, 0, 0, 0, 0, 0) && last !== LOOPBACK && last !== UNSPECIFIED
  const isNat64 = starts(0x64, 0xff9b, 0)
  const isIsatap = (groups[4] === 0 || groups[4] === 0x200) && groups[5] === 0x5efe
  return isMapped || isCompatible || isNat64 || isIsatap ? last : undefined
}
