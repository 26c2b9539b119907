import { newKey } from '../api.ts'

/** What is being sent to an address, until it has arrived. */
const open = new Map<string, { text: string; attempt: string }>()

/**
 * The mark of one submission, for `CallOptions.attempt`. The same body sent to the same address again, after a time-out
 * or a closed dialog, is the same submission and is stored once; a changed body is another.
 */
export function attemptFor(address: string, body: unknown): string {
  const text = JSON.stringify(body)
  const known = open.get(address)
  if (known?.text === text) return known.attempt
  const attempt = newKey()
  open.set(address, { text, attempt })
  return attempt
}

/** It has arrived: the same text from now on is meant as another one. */
export function attemptDone(address: string): void {
  open.delete(address)
}
