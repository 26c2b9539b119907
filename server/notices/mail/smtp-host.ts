import { isForbiddenName } from '../../platform/outgoing/forbidden-addresses.ts'
import { isNowhere, isWithinOffice } from '../../platform/outgoing/office-network.ts'

type SmtpHost = { host: string; problem?: undefined } | { host?: undefined; problem: string }

const HOST = /^(?:\[[\da-f:.]+\]|[\da-z](?:[\da-z.-]*[\da-z])?\.?)$/i

/**
 * Where an SMTP server may be: anywhere but at link-local and metadata addresses. The addresses that a name resolves to
 * are checked at each connection.
 * @returns the host as `URL.hostname` normalises it, but an IPv6 address without brackets
 */
export function smtpHost(text: string): SmtpHost {
  const name = text.trim().replace(/^\[?([\da-f:.]*:[\da-f:.]*)\]?$/i, '[$1]')
  if (!HOST.test(name) || !URL.canParse(`http://${name}`)) return { problem: 'must be a host name or an IP address' }
  const { hostname } = new URL(`http://${name}`)
  if (isNowhere(hostname)) return { problem: 'must not be a link-local or unspecified address' }
  if (isForbiddenName(hostname)) return { problem: 'must not be the metadata service of a cloud' }
  return { host: hostname.replace(/^\[(.+)\]$/, '$1') }
}

/** Whether mail may go to this host unencrypted: only within the office's own network. */
export function mayBePlain(host: string): boolean {
  return isWithinOffice(host.includes(':') ? `[${host}]` : host)
}
