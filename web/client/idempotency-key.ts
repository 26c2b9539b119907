import { inTab } from './storage.ts'

/** `randomUUID` needs a secure context: it is missing where the page is served without TLS from another machine. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Idempotency keys by a mutation's context object, which is the same over its retries; weak, so that both go together. */
const keys = new WeakMap<object, string>()

/** @param attempt as in `CallOptions` */
export function keyOfAttempt(attempt: object | string | undefined): string {
  if (typeof attempt === 'string') return attempt
  if (!attempt) return newKey()
  const key = keys.get(attempt) ?? newKey()
  keys.set(attempt, key)
  return key
}

interface Attempt {
  text: string
  attempt: string
}

const PREFIX = 'rfd.attempt.'

/**
 * The idempotency key of one submission, for `CallOptions.attempt`. The same body sent to the same address again, after a
 * time-out, a closed dialog or a reload, is the same submission and is stored once; a changed body is another.
 */
export function idempotencyKeyFor(address: string, body: unknown): string {
  const text = JSON.stringify(body)
  const known = openAttempt(address)
  if (known?.text === text) return known.attempt
  const next: Attempt = { text, attempt: newKey() }
  inTab.store(PREFIX + address, JSON.stringify(next))
  return next.attempt
}

/** The submission has arrived: sending the same text from now on is a new one. */
export function forgetIdempotencyKey(address: string): void {
  inTab.remove(PREFIX + address)
}

/** The submission in flight to an address; null once it has arrived. */
function openAttempt(address: string): Attempt | null {
  try {
    return JSON.parse(inTab.read(PREFIX + address) ?? 'null') as Attempt | null
  } catch {
    return null
  }
}
