import { isForbiddenName } from '../outgoing/forbidden-addresses.ts'
import { isNowhere, isWithinOffice } from '../outgoing/office-network.ts'

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
