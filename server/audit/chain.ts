import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto'
import type { Tables } from '../platform/database/tables.ts'

/** A sealed entry with its position in the chain. */
export interface Entry extends Omit<Tables['audit_log'], 'id' | 'folded_details'> {
  seq: number
  previous_hash: string
  hash: string
}

/** The previous hash of the first entry. */
export const BEGINNING = '0'.repeat(64)

/** The key for the hashes, so that entries cannot be forged or rewritten without SECRET_KEY. */
export interface ChainKey {
  /** part of every hash made with the key, to distinguish a changed SECRET_KEY from a forged entry */
  id: string
  secret: KeyObject
}

export function chainKeyFrom(secretKey: Buffer): ChainKey {
  const secret = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'rfd audit log', 32)))
  return { id: macOf({ secret }, 'key id').slice(0, 8), secret }
}

/** An entry's hash: `<key id>:<hmac>`, or a plain SHA-256 without a key. It covers the previous hash. */
export function hashOf(entry: Omit<Entry, 'hash'>, key: ChainKey | undefined): string {
  const covered = JSON.stringify([
    entry.seq,
    entry.at,
    entry.actor_id,
    entry.action,
    entry.target_type,
    entry.target_id,
    entry.details,
    entry.previous_hash,
    // Entries older than the address column were hashed without it.
    ...(entry.address === null ? [] : [entry.address]),
  ])
  return key ? `${key.id}:${macOf(key, covered)}` : hash('sha256', covered, 'hex')
}

/** The export line of a sealed entry: the hashed fields, and the hash. */
export function lineOf(entry: Entry): string {
  const { seq, at, actor_id, action, target_type, target_id, details, address, previous_hash, hash } = entry
  return JSON.stringify({
    seq,
    at,
    actorId: actor_id,
    action,
    targetType: target_type,
    targetId: target_id,
    details,
    address,
    previousHash: previous_hash,
    hash,
  })
}

/**
 * The digest of the log up to and including a line. It needs no key, so with a digest noted elsewhere anybody can check
 * that the entries before it are unchanged.
 * @param before the digest up to the previous line; `BEGINNING` for the first
 */
export function digestAfter(before: string, line: string): string {
  return hash('sha256', `${before}\n${line}`, 'hex')
}

/** The id of the key that a hash was made with; null for a plain one. */
export function keyIdIn(entryHash: string): string | null {
  const colon = entryHash.indexOf(':')
  return colon < 0 ? null : entryHash.slice(0, colon)
}

export function macOf({ secret }: Pick<ChainKey, 'secret'>, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
