import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * Addresses without a language model: link-local, unspecified and multicast ones, and the fixed ones of cloud metadata
 * services, which serve instance secrets. Loopback and private addresses are allowed for models on the premises.
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
] as const)
  forbidden.addSubnet(network, bits, 'ipv6')

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

/** The IPv4 address embedded in an IPv6 one (mapped, NAT64, 6to4), which would bypass the IPv4 rules. */
function ipv4Within(ip: string): string | undefined {
  // The URL parser normalises every notation to hexadecimal groups.
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...gap, ...after].map((group) => parseInt(group, 16))
  const dotted = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const starts = (...first: number[]) => first.every((group, place) => groups[place] === group)
  if (starts(0x2002)) return dotted(groups[1], groups[2])
  if (starts(0, 0, 0, 0, 0, 0xffff) || starts(0x64, 0xff9b)) return dotted(groups[6], groups[7])
  return undefined
}
