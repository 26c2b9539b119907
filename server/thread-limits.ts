import { constants, getPriority, setPriority } from 'node:os'

/**
 * Room for a thread's short-lived values, in MB: V8's default of 48 would make a server with engine, index and reading threads
 * a hundred larger. The main thread, whose answers would take longer, keeps the default.
 */
export const YOUNG_MB = 12

/**
 * Lowers the calling thread below the rest of the process, on Linux alone: elsewhere it would lower all of it. The process
 * may have been started with a low priority itself; then a fixed one would raise the thread, which few accounts may do.
 * @param niceness 0 as the rest … 19 only when nothing else wants to run
 */
export function lowerThread(niceness: number): void {
  if (process.platform === 'linux') setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness))
}
