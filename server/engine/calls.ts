import { parentPort } from 'node:worker_threads'

/** The calls of a thread by name. Arguments and results have to be structured-cloneable. */
export type Calls<T> = Record<keyof T, (argument: never) => unknown>

/** A question to the thread; each gets one reply. */
export interface Question {
  id: number
  name: PropertyKey
  argument: unknown
}
export type Reply = { id: number; result: unknown } | { id: number; error: string }

/** Dispatches this thread's questions to the methods of one object. */
export function serveCalls<T extends Calls<T>>(engine: T): void {
  parentPort!.on('message', ({ id, name, argument }: Question) => {
    parentPort!.postMessage(reply(id, name, argument))
  })

  function reply(id: number, name: PropertyKey, argument: unknown): Reply {
    try {
      // `EngineThread.ask` pairs each name with its argument.
      return { id, result: engine[name as keyof T](argument as never) }
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
}
