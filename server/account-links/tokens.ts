import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits: what a link's token is made from, of no use without the server's key. */
export function newLinkId(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The secret part of a link, 256 bits. It follows from the id and the server's key instead of being stored, so that a call
 * that is sent again can get the same answer, and a copy of the database opens nothing.
 */
export function tokenOf(linkId: string, secretKey: Buffer): string {
  const key = Buffer.concat([Buffer.from('account-link:'), secretKey])
  return createHmac('sha256', key).update(linkId).digest('base64url')
}

/** What a token is found by. It has 256 bits nobody can guess, so it needs no slow hash. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
