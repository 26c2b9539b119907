import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { LocalEngine, type EngineCalls } from './local-engine.ts'

/** One question to the thread, and its one answer. */
export interface Question {
  id: number
  name: keyof EngineCalls
  argument: unknown
}
export type Reply = { id: number; result: unknown } | { id: number; error: string }

const { niceness } = workerData as { niceness: number }
// On Linux this lowers the calling thread alone; elsewhere it would lower the whole process.
if (process.platform === 'linux') setPriority(niceness)

const engine = new LocalEngine()

parentPort!.on('message', ({ id, name, argument }: Question) => {
  parentPort!.postMessage(reply(id, name, argument))
})

function reply(id: number, name: keyof EngineCalls, argument: unknown): Reply {
  try {
    // `EngineThread.ask` pairs each name with its argument.
    return { id, result: (engine[name] as (given: unknown) => unknown).call(engine, argument) }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
