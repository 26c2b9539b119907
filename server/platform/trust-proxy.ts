import { BlockList, isIP } from 'node:net'
import { ConfigError } from './config-error.ts'

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** Trusted proxies by address. "Trust all" isn't offered: clients could then forge the address used for rate limits. */
export function readTrustProxy(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const entries = value.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !NAMED_NETWORKS.includes(entry) && !isAddressOrNetwork(entry))
  if (wrong === undefined) return entries.join(',')
  throw new ConfigError(
    `TRUST_PROXY must list addresses or networks such as "10.0.0.0/8" or "loopback", and "${wrong}" is neither.`,
  )
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(address, /^\d+$/.test(bits) ? Number(bits) : -1, family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}
