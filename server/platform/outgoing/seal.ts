import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A separate derived key for each purpose, so that SECRET_KEY itself only ever makes keys and signatures. */
function keyFor(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'rfd stored secrets', 32))
}

/**
 * Encrypts a secret for the database (AES-256-GCM), so that a copy of the database is worthless without SECRET_KEY.
 * @param bound what the secret belongs to: unsealing with anything else fails
 */
export function seal(secretKey: Buffer, secret: string, bound: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey), nonce).setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${sealed.toString('base64url')}`
}

/** @returns undefined when SECRET_KEY, the binding or the sealed text has changed since sealing */
export function unseal(secretKey: Buffer, sealed: string, bound: string): string | undefined {
  const [version, text = ''] = sealed.split('.')
  const bytes = Buffer.from(text, 'base64url')
  if (version !== 'v1' || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey), bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
