import { isForbiddenName } from './forbidden-addresses.ts'
import { isNowhere, isWithinOffice } from './office-network.ts'

/**
 * Why nothing may be sent to an address: https goes anywhere; plain http only where it stays within the office's own
 * network, on this machine, at a private address or under a name that only such a network resolves. Never a link-local
 * address: clouds serve instance secrets there. The addresses that a name resolves to are checked at each call
 * (`allowedAddresses`).
 * @returns the rest of a sentence that begins with what the address is of
 */
export function addressProblem(url: URL): string | undefined {
  if (!/^https?:$/.test(url.protocol)) return 'must begin with https:// or http://'
  if (url.username || url.password) return 'must not contain a username or password'
  if (url.search || url.hash) return 'must not contain a "?" or a "#"'
  if (isNowhere(url.hostname)) return 'must not be a link-local or unspecified address'
  if (isForbiddenName(url.hostname)) return 'must not be the metadata service of a cloud'
  if (url.protocol === 'http:' && !isWithinOffice(url.hostname))
    return 'must begin with https:// unless the host is within your own network'
  return undefined
}
