import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/**
 * What a backup is encrypted for; undefined: not at all. Beside a recipient, whose identity is elsewhere, the file also opens
 * for a witness: a key that exists in memory until the file is proven, and nowhere afterwards.
 */
export type Lock = { passphrase: string } | { recipient: string; witness?: string } | undefined

/** What opens it: a passphrase, or identities, one in a line, or whichever of both fits. */
export type Key = { passphrase: string } | { identity: string; passphrase?: string } | undefined

/** How a file of the `age` format begins. */
const AGE = Buffer.from('age-encryption.org/v1\n')

export async function locked(content: Readable, lock: NonNullable<Lock>): Promise<Readable> {
  const encrypter = new Encrypter()
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
  else for (const one of [lock.recipient, lock.witness]) if (one !== undefined) encrypter.addRecipient(one)
  return Readable.fromWeb((await encrypter.encrypt(webStreamOf(content))) as ReadableStream<Uint8Array>)
}

/** A lock for a recipient, and the key that opens it until it is proven. */
export async function witnessed(recipient: string): Promise<{ lock: NonNullable<Lock>; key: NonNullable<Key> }> {
  const identity = await generateIdentity()
  return { lock: { recipient, witness: await identityToRecipient(identity) }, key: { identity } }
}

/** Whether a text is the public key of a recipient of `age`. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

export function isLocked(beginning: Uint8Array): boolean {
  return AGE.equals(beginning.subarray(0, AGE.length))
}

/** @throws Error when the key does not fit, or the content was altered */
export async function unlocked(content: Readable, key: NonNullable<Key>): Promise<Readable> {
  const decrypter = new Decrypter()
  if ('identity' in key) for (const identity of key.identity.split('\n')) decrypter.addIdentity(identity)
  if (key.passphrase !== undefined) decrypter.addPassphrase(key.passphrase)
  try {
    return Readable.fromWeb((await decrypter.decrypt(webStreamOf(content))) as ReadableStream<Uint8Array>)
  } catch (error) {
    // Nobody reads it to its end, and a file that is left open ends the process.
    content.destroy()
    throw error
  }
}

/** The secret key in an identity file of `age-keygen`, whose other lines are comments. */
export function identityIn(file: string): string | undefined {
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .find((line) => line.startsWith('AGE-SECRET-KEY-'))
}

function webStreamOf(content: Readable) {
  // The types of the DOM and of Node describe the same object.
  return Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>
}
