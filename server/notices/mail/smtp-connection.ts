import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { allowedAddresses, forbiddenAddress } from '../../platform/outgoing/allowed-lookup.ts'
import { isForbiddenAddress } from '../../platform/outgoing/forbidden-addresses.ts'

interface Target {
  host: string
  port: number
}

/**
 * A connection to the SMTP server. The name is resolved once, and the connection uses the addresses that were checked, so
 * that DNS rebinding cannot swap them in between.
 */
export function openConnection(
  { host, port }: Target,
  timeoutMs: number,
  lookup: LookupFunction = allowedAddresses(),
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // A literal address bypasses `lookup` and its check.
    if (isIP(host) !== 0 && isForbiddenAddress(host)) return reject(forbiddenAddress())
    const socket = connect({ host, port, lookup, autoSelectFamily: true })
    const giveUp = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const timedOut = () => giveUp(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' }))
    socket.setTimeout(timeoutMs, timedOut)
    socket.once('error', giveUp)
    socket.once('connect', () => {
      socket.setTimeout(0).off('timeout', timedOut).off('error', giveUp)
      resolve(socket)
    })
  })
}
