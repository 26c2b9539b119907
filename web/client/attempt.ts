import { newKey } from './api.ts'

interface Attempt {
  text: string
  attempt: string
}

/** What is being sent to an address, until it has arrived. A copy of it outlives a reload of this tab. */
const open = new Map<string, Attempt>()
const PREFIX = 'rfd.attempt.'

/**
 * The mark of one submission, for `CallOptions.attempt`. The same body sent to the same address again, after a time-out,
 * a closed dialog or a reload, is the same submission and is stored once; a changed body is another.
 */
export function attemptFor(address: string, body: unknown): string {
  const text = JSON.stringify(body)
  const known = open.get(address) ?? keptOver(address)
  if (known?.text === text) return known.attempt
  const next = { text, attempt: newKey() }
  open.set(address, next)
  try {
    sessionStorage.setItem(PREFIX + address, JSON.stringify(next))
  } catch {
    // Without storage a submission is known as long as the page lives.
  }
  return next.attempt
}

/** It has arrived: the same text from now on is meant as another one. */
export function attemptDone(address: string): void {
  open.delete(address)
  try {
    sessionStorage.removeItem(PREFIX + address)
  } catch {
    // There is nothing to remove where nothing can be stored.
  }
}

function keptOver(address: string): Attempt | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + address) ?? 'null') as Attempt | null
  } catch {
    return null
  }
}
