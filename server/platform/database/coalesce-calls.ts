/** Callers that arrive while a query is running share the next one, which starts after they came and so cannot be stale. */
export function coalesceCalls<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => (running = ask().finally(() => (running = undefined)))
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
