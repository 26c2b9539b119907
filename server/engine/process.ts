import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread, YOUNG_MB } from '../thread-limits.ts'

export interface EngineLimits {
  /** 0 as the rest of the process … 19 only when nothing else wants to run */
  niceness: number
  /** of JavaScript values; typed arrays are bounded by what is put in */
  memoryMb: number
}

/** Where an engine runs: a thread of this process, or one of a process of its own. */
export interface EngineHost {
  send(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): void
  on(event: 'error', listener: (error: Error) => void): void
  on(event: 'exit', listener: () => void): void
  end(): Promise<unknown>
}

const ENGINE = new URL('./engine-worker.ts', import.meta.url)
export const INDEX = new URL('./index-worker.ts', import.meta.url)

export function startEngineWorker({ niceness, memoryMb }: EngineLimits, script = ENGINE): Worker {
  return startThread(script, niceness, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
}

export function engineInThread(limits: EngineLimits, script?: URL): EngineHost {
  const worker = startEngineWorker(limits, script)
  // A thread that waits must not keep the process alive.
  worker.unref()
  return {
    send: (message) => worker.postMessage(message),
    on: (event: string, listener: (value: never) => void) => void worker.on(event as 'message', listener as () => void),
    end: () => worker.terminate(),
  }
}

/**
 * For work that takes much memory once: all of it is given back with the process. What a thread has used stays with the
 * process's allocator, and a system that runs out of memory would end the server for it.
 */
export function engineInProcess({ niceness, memoryMb }: EngineLimits): EngineHost {
  const limits: EngineLimits = { niceness, memoryMb }
  const child = fork(new URL('./process-main.ts', import.meta.url), [JSON.stringify(limits)], {
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  return {
    // A process that has ended is heard of by its exit.
    send: (message) => void child.send(message as object, () => {}),
    on: (event: string, listener: (value: never) => void) => void child.on(event, listener as () => void),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
