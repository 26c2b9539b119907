import { unseal } from '../platform/outgoing/seal.ts'
import type { Deps } from './deps.ts'
import type { Stored } from './stored-settings.ts'

/** What the passphrase is sealed for. */
export const PASSPHRASE = 'backup passphrase'

/** @returns undefined without one, or when SECRET_KEY has changed since it was entered */
export function passphraseOf({ secretKey }: Pick<Deps['config'], 'secretKey'>, { sealedPassphrase }: Stored) {
  return sealedPassphrase === null ? undefined : unseal(secretKey, sealedPassphrase, PASSPHRASE)
}

/** Whether a passphrase is stored that SECRET_KEY no longer opens. */
export function isPassphraseLost(config: Pick<Deps['config'], 'secretKey'>, stored: Stored): boolean {
  return stored.sealedPassphrase !== null && passphraseOf(config, stored) === undefined
}
