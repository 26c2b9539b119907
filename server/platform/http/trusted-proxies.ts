import proxyAddr from '@fastify/proxy-addr'

/** Whether an address is that of a trusted proxy; `distance` counts the hops before it. */
export type IsTrusted = (address: string, distance: number) => boolean

/** @param trustProxy addresses, networks and names of networks, separated by commas */
export function trustedProxies(trustProxy = ''): IsTrusted {
  const proxies = trustProxy.split(',').map((address) => address.trim())
  return proxyAddr.compile(proxies.filter(Boolean))
}
