import { parentPort } from 'node:worker_threads'

/** What a thread can be asked, by name: what goes in and comes out can be copied between threads. */
export type Calls<T> = Record<keyof T, (argument: never) => unknown>

/** One question to the thread, and its one answer. */
export interface Question {
  id: number
  name: PropertyKey
  argument: unknown
}
export type Reply = { id: number; result: unknown } | { id: number; error: string }

/** Answers the questions to this thread with the methods of one object. */
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
