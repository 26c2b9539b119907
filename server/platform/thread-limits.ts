import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Young-generation heap of a worker thread in MB: V8's default of 48 would enlarge a server with engine, index and reading
 * threads by a hundred. The main thread keeps the default, because its answers would slow down.
 */
export const YOUNG_MB = 12

/**
 * Options of Node for a process that reads rows and drops them by the million: between two collections the garbage would be
 * the largest part of its memory.
 */
export const SMALL_HEAP = ['--optimize-for-size', '--max-semi-space-size=4']

/**
 * Starts a thread with a lower priority than its parent, on Linux only: elsewhere threads share the process's priority. It
 * is lowered from outside, because until its first line a thread has already used some twenty milliseconds of a core.
 * @param niceness 0: like the others … 19: only when the machine is otherwise idle
 */
export function startThread(script: URL, niceness: number, options: WorkerOptions): Worker {
  const others = new Set(threads())
  const worker = new Worker(script, options)
  const priority = Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness)
  for (const id of threads()) if (!others.has(id)) setPriority(Number(id), priority)
  return worker
}

/** Lowers the priority of the process with all the threads that it has, and so of those that they will start. */
export function lowerPriority(niceness: number): void {
  setPriority(niceness)
  for (const id of threads()) setPriority(Number(id), niceness)
}

/** Thread ids of this process; empty where the system does not list them, so priorities stay equal. */
function threads(): string[] {
  try {
    return process.platform === 'linux' ? readdirSync('/proc/self/task') : []
  } catch {
    return []
  }
}
