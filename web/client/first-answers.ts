interface FirstAnswers {
  /** whose answers these are */
  token: string
  answers: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    /** What before-page.js asked for while the page's code was on its way. */
    rfdFirstAnswers?: FirstAnswers
  }
}

/**
 * Takes an answer that was asked for before the page's code was there; the next call for the same address asks anew.
 * @returns undefined where nothing was asked for with this token
 */
export function takeFirstAnswer(path: string, token: string | undefined): Promise<Response> | undefined {
  const first = window.rfdFirstAnswers
  if (!first || first.token !== token) return undefined
  const answer = first.answers.get(path)
  first.answers.delete(path)
  return answer
}

/** The addresses that were asked for and not taken yet. */
export function firstAddresses(): string[] {
  return [...(window.rfdFirstAnswers?.answers.keys() ?? [])]
}
