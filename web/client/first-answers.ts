interface FirstAnswers {
  /** token of the session that the answers belong to */
  token: string
  answers: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    /** The calls that before-page.js started while the page's code was loading. */
    rfdFirstAnswers?: FirstAnswers
  }
}

/**
 * Takes an answer that was requested before the page's code had loaded. It is used once: the next call for the same
 * address goes to the server.
 * @returns undefined if nothing was requested with this token
 */
export function takeFirstAnswer(
  path: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const first = window.rfdFirstAnswers
  if (!first || first.token !== token) return undefined
  const answer = first.answers.get(path)
  first.answers.delete(path)
  return answer && unlessAborted(answer, signal)
}

/** Makes a call abortable that was started without the signal. */
function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
  return Promise.race([answer, aborted.promise])
}

/** The addresses requested early whose answers have not been taken yet. */
export function firstAddresses(): string[] {
  return [...(window.rfdFirstAnswers?.answers.keys() ?? [])]
}
