import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread, YOUNG_MB } from '../../platform/thread-limits.ts'

export interface EngineLimits {
  /** 0 as the rest of the process … 19 only when the machine is otherwise idle */
  niceness: number
  /** limit of the JavaScript heap; does not cover typed arrays, which are bounded by their input */
  memoryMb: number
}

export interface HostOptions extends EngineLimits {
  script?: URL
  /** Run in a separate process, for occasional work that takes much memory. */
  ownProcess?: boolean
}

/** Where an engine runs: a thread of this process, or of a separate one. */
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

export function startHost(options: HostOptions): EngineHost {
  return options.ownProcess ? engineInProcess(options) : engineInThread(options, options.script)
}

function engineInThread(limits: EngineLimits, script?: URL): EngineHost {
  const worker = startEngineWorker(limits, script)
  // An idle thread must not keep the process alive.
  worker.unref()
  return {
    send: (message) => worker.postMessage(message),
    on: (event: string, listener: (value: never) => void) => void worker.on(event as 'message', listener as () => void),
    end: () => worker.terminate(),
  }
}

/**
 * For occasional work that takes much memory: all of it is freed when the process exits. Memory of a thread stays with the
 * server's allocator, and the out-of-memory killer would kill the server for it.
 */
function engineInProcess({ niceness, memoryMb }: EngineLimits): EngineHost {
  const limits: EngineLimits = { niceness, memoryMb }
  const child = fork(new URL('./process-main.ts', import.meta.url), [JSON.stringify(limits)], {
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  return {
    // A closed channel is reported by the `exit` event.
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
