import type { Problem } from '../../shared/problem.ts'

/** Any answer that isn't 2xx. `message` begins with the status; `sentence` is the server's own sentence for people. */
export class ApiError extends Error {
  readonly status: number
  readonly sentence: string
  readonly code: string | undefined
  readonly details: NonNullable<Problem['details']>
  readonly reference: string | undefined
  /** The whole answer: parsed when it was JSON, else its text. */
  readonly body: unknown
  constructor(status: number, message: string, sentence: string, body: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.sentence = sentence
    this.body = body
    const problem = (isObject(body) ? body : {}) as Partial<Problem>
    this.code = problem.code
    this.details = problem.details ?? []
    this.reference = problem.reference
  }
}

/** What is stored by now, where a change was refused as stale; undefined for every other error. */
export function currentIn<T>(error: unknown): T | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale-version') return undefined
  return (error.body as { current?: T } | null)?.current
}

/** The error of an answer that isn't 2xx. */
export async function readError(response: Response): Promise<ApiError> {
  const { status, statusText } = response
  const text = await response.text()
  if (status >= 500 && isHtml(response, text)) {
    const message = `Infrastructure Error (${status}): The deployment service is having issues. Please try again in a moment.`
    return new ApiError(status, message, message, text)
  }
  const body = parse(text)
  const said = isHtml(response, text) ? titleIn(text) : text.trim()
  const sentence = sentenceOf(body) || said || statusText || 'The server gave no reason.'
  return new ApiError(status, `${status}: ${sentence}`, sentence, body)
}

function sentenceOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined
  return [body['error'], body['message']].find((text) => typeof text === 'string' && text !== '') as string | undefined
}

function isHtml(response: Response, text: string): boolean {
  return (response.headers.get('Content-Type') ?? '').includes('text/html') || /^\s*<(!doctype html|html)/i.test(text)
}

/** A proxy answers errors with an HTML page, whose title is the message. */
function titleIn(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').title
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
