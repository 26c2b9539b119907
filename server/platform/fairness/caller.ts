import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'

/** The party on whose behalf something runs. */
export interface Caller {
  /** the same for all calls of one person */
  key: string
  /** client address */
  address?: string
  /** the response to be sent; left out if other callers wait for the work as well */
  connection?: Pick<ServerResponse, 'destroyed' | 'once' | 'off'> | undefined
}

// Queues are far below the code that knows the caller, and every query would have to pass it on.
const callers = new AsyncLocalStorage<Caller | undefined>()

/** Undefined for background work. */
export function currentCaller(): Caller | undefined {
  return callers.getStore()
}

export function runAsCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work)
}

/** For work that continues after the response to its call. */
export function inBackground<T>(work: () => T): T {
  return callers.run(undefined, work)
}

/**
 * For work that other callers wait for as well: it uses the caller's turns, but is not aborted with the caller's
 * connection.
 */
export function asSharedWork<T>(work: () => T): T {
  const caller = currentCaller()
  return caller ? callers.run({ ...caller, connection: undefined }, work) : work()
}
