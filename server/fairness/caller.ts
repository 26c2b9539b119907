import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'

/** On whose behalf something runs. */
export interface Caller {
  /** the same for all calls of one person */
  key: string
  /** from where the call came */
  address?: string
  /** over which the answer goes; left out where others wait for it as well */
  connection?: Pick<ServerResponse, 'destroyed' | 'once' | 'off'> | undefined
}

// Queues lie far below those who know the caller, and every query would have to hand it on.
const callers = new AsyncLocalStorage<Caller | undefined>()

/** Undefined for work in the background. */
export function currentCaller(): Caller | undefined {
  return callers.getStore()
}

export function onBehalfOf<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work)
}

/** For what goes on when the call that has begun it is answered. */
export function inBackground<T>(work: () => T): T {
  return callers.run(undefined, work)
}

/** For what others wait for as well: it takes the caller's turns, but does not end with the caller's connection. */
export function forOthersToo<T>(work: () => T): T {
  const caller = currentCaller()
  return caller ? callers.run({ ...caller, connection: undefined }, work) : work()
}
