import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../failures.ts'

/**
 * Repeats work that another process (a backup, a second server starting) keeps from its lock. Our connections have no busy
 * timeout: SQLite would block the main thread.
 */
export async function retryWhileBusy<T>(work: () => T, longestMs: number): Promise<T> {
  const giveUpAt = performance.now() + longestMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      const isBusy = codeOf(error).startsWith('SQLITE_BUSY')
      if (!isBusy || performance.now() > giveUpAt) throw error
      await pause(2 + Math.random() * 8)
    }
  }
}
