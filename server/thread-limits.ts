import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Room for a thread's short-lived values, in MB: V8's default of 48 would make a server with engine, index and reading threads
 * a hundred larger. The main thread, whose answers would take longer, keeps the default.
 */
export const YOUNG_MB = 12

/**
 * Starts a thread below the one that starts it, on Linux alone: elsewhere threads have no priority of their own. It is lowered from
 * outside, because by its own first line it has already taken some twenty milliseconds of a core to begin.
 * @param niceness 0 as the rest … 19 only when nothing else wants to run
 */
export function startThread(script: URL, niceness: number, options: WorkerOptions): Worker {
  const others = new Set(threads())
  const worker = new Worker(script, options)
  const priority = Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness)
  for (const id of threads()) if (!others.has(id)) setPriority(Number(id), priority)
  return worker
}

/** Of this process. A system that does not show them runs them all alike. */
function threads(): string[] {
  try {
    return process.platform === 'linux' ? readdirSync('/proc/self/task') : []
  } catch {
    return []
  }
}
