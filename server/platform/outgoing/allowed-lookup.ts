import { lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isForbiddenAddress } from './forbidden-addresses.ts'

/**
 * Resolves a name for a connection; refused altogether when one of its addresses is forbidden. Literal addresses bypass
 * a `lookup` and are checked by the caller.
 */
export function allowedAddresses(resolve: typeof resolveName = resolveName): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? forbiddenAddress(), '', 0)
      if (addresses.some(({ address }) => isForbiddenAddress(address))) return done(forbiddenAddress(), '', 0)
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

/** Code `EFORBIDDENADDRESS`. */
export function forbiddenAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error('This address is not allowed'), { code: 'EFORBIDDENADDRESS' })
}
