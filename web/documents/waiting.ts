import { currentSession, subscribeToSession } from '../client/session.ts'

/** Waits; resolves early when the connection returns, and at once on abort. */
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

/** Resolves once a person is signed in, or on abort. */
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
