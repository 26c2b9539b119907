import { busy } from './failures.ts'

/**
 * Lets at most so many works run at a time; the others wait for their turn.
 * @returns a function that throws AppError `unavailable` when the turn does not come in time
 */
export function atMost(most: number, withinMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(deadline)
        resolve()
      }
      const deadline = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(busy())
      }, withinMs)
      waiting.push(go)
    })
  }

  return async (work) => {
    // Whoever leaves hands over the place, so that nobody slips in before those who wait.
    if (running >= most) await turn()
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
