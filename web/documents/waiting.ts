import { currentSession, subscribeToSession } from '../client/session.ts'

/** A while, which the connection's return cuts short. Ends at once when it is called off. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/** Until somebody is signed in, or it is called off. */
export function untilSignedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const look = () => {
      if (!signal.aborted && !currentSession()) return
      for (const stop of stops) stop()
      resolve()
    }
    stops.push(subscribeToSession(look))
    signal.addEventListener('abort', look)
    stops.push(() => signal.removeEventListener('abort', look))
    look()
  })
}
