import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto'
import type { Tables } from '../database/tables.ts'

/** An entry in its place. */
export interface Entry extends Omit<Tables['audit_log'], 'id'> {
  seq: number
  previous_hash: string
  hash: string
}

/** What the first entry has for the hash before it. */
export const BEGINNING = '0'.repeat(64)

/** What the entries are hashed with, so that nobody without SECRET_KEY can write an entry or rewrite one. */
export interface ChainKey {
  /** names the key in every hash made with it, so that a changed SECRET_KEY is told from a forged entry */
  id: string
  secret: KeyObject
}

export function chainKeyFrom(secretKey: Buffer): ChainKey {
  const secret = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'rfd audit log', 32)))
  return { id: macOf({ secret }, 'key id').slice(0, 8), secret }
}

/** An entry's hash: `<key id>:<hmac>`, or a plain SHA-256 without a key. It covers the hash before it. */
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
    // Entries of before the address was kept have their hashes without it.
    ...(entry.address === null ? [] : [entry.address]),
  ])
  return key ? `${key.id}:${macOf(key, covered)}` : hash('sha256', covered, 'hex')
}

/** A sealed entry as it is exported: what its hash covers, and the hash. */
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
 * The digest of the log up to and including a line. Anybody can compute it, so one that was noted elsewhere shows whether the
 * entries before it are still the same, without the key.
 * @param before the digest up to the line before; `BEGINNING` for the first
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
