import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits from which a link's token is derived; useless without the server's key. */
export function newLinkId(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The secret part of a link, 256 bits. Derived from the id and the server's key instead of stored, so that a repeated call
 * can return the same answer, and a copy of the database contains no usable link.
 */
export function tokenOf(linkId: string, secretKey: Buffer): string {
  const key = Buffer.concat([Buffer.from('account-link:'), secretKey])
  return createHmac('sha256', key).update(linkId).digest('base64url')
}

/** The stored hash for finding a token. 256 random bits cannot be guessed, so no slow hash is needed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
