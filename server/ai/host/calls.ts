import { parentPort } from 'node:worker_threads'

/** The calls of a thread by name. Arguments and results have to be structured-cloneable. */
export type Calls<T> = Record<keyof T, (argument: never) => unknown>

/** A call to the thread; each gets one reply. */
export interface CallMessage {
  id: number
  name: PropertyKey
  argument: unknown
}
export type ReplyMessage = { id: number; result: unknown } | { id: number; error: string }

/** Dispatches calls to the methods of one object. */
export function serveCalls<T extends Calls<T>>(engine: T): void {
  parentPort!.on('message', ({ id, name, argument }: CallMessage) => {
    parentPort!.postMessage(reply(id, name, argument))
  })

  function reply(id: number, name: PropertyKey, argument: unknown): ReplyMessage {
    try {
      // `EngineThread.ask` pairs each name with its argument.
      return { id, result: engine[name as keyof T](argument as never) }
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
}
