import type { Problem } from '../../shared/problem.ts'
import { EtagCache } from './etag-cache.ts'
import { takeFirstAnswer } from './first-answers.ts'
import { currentSession, forceSignOut } from './session.ts'

/** Longest time for an ordinary answer. */
export const CALL_TIMEOUT_MS = 15_000
/** A large file takes longer than any other answer. */
const DOWNLOAD_TIMEOUT_MS = 600_000
const TIMED_OUT = 'The server did not answer within 15 seconds. Please try again.'
const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'
const UNREADABLE = 'Something other than the server answered. Check your connection and try again.'
/** Browsers reject keepalive bodies above 64 KiB in total; with half of it, two can be in flight at once. */
const KEEPALIVE_BYTES = 32 * 1024

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

export interface CallOptions {
  /**
   * Selects the idempotency key of a POST: the context object that a mutation passes to its function (the same over
   * retries), or the key itself. Without it, every call gets a new key.
   */
  attempt?: object | string
  /** The caller handles a 401 itself; the session is not ended. */
  keepSessionOn401?: boolean
  signal?: AbortSignal
  /** timeout for the whole answer, where 15 seconds are too few */
  timeoutMs?: number
  /** The `Accept` header, if the caller accepts more than JSON; `read` then parses the answer. */
  accept?: string
  /** False for a file: the answer is not cached for revalidation. */
  keep?: boolean
  read?: (response: Response) => Promise<unknown>
}

export function get<T>(path: string, options?: CallOptions): Promise<T> {
  return call('GET', path, undefined, options)
}
export function post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
  return call('POST', path, body, options)
}
export function put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
  return call('PUT', path, body, options)
}
export function patch<T>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
  return call('PATCH', path, body, options)
}
export function del<T>(path: string, options?: CallOptions): Promise<T> {
  return call('DELETE', path, undefined, options)
}
/** PATCH with a raw chunk of a file. */
export function patchBytes<T>(path: string, piece: Blob, options?: CallOptions): Promise<T> {
  return call('PATCH', path, piece, options)
}

/** A file: its content, unless `read` takes something else from the answer. */
export function download<T = Blob>(
  path: string,
  read: (response: Response) => Promise<unknown> = (response) => response.blob(),
): Promise<T> {
  return get(path, { read, keep: false, accept: '*/*', timeoutMs: DOWNLOAD_TIMEOUT_MS })
}

/** Shared by the whole page, so that every screen revalidates instead of downloading again. */
const memory = new EtagCache()

/**
 * One call to the server. The answer's type is the caller's claim: parse it where it matters.
 * @throws ApiError for every answer that isn't 2xx; AbortError after 15 seconds, or `timeoutMs`
 */
async function call<T>(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<T> {
  const token = currentSession()?.token
  const bytes = body instanceof Blob ? body : undefined
  const text = body === undefined || bytes ? undefined : JSON.stringify(body)
  const headers = new Headers()
  if (bytes) headers.set('Content-Type', 'application/octet-stream')
  if (text !== undefined) headers.set('Content-Type', 'application/json')
  if (options.accept) headers.set('Accept', options.accept)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (method === 'POST' && token) headers.set('Idempotency-Key', keyOf(options.attempt))
  const known = method === 'GET' ? memory.find(token, path) : undefined
  if (known) headers.set('If-None-Match', known.etag)

  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new DOMException(TIMED_OUT, 'AbortError')),
    options.timeoutMs ?? CALL_TIMEOUT_MS,
  )
  const signal = options.signal ? AbortSignal.any([timeout.signal, options.signal]) : timeout.signal
  try {
    const asked = method === 'GET' ? takeFirstAnswer(path, token) : undefined
    const answer = await reach(async () => {
      const response = await (asked
        ? unlessAborted(asked, signal)
        : fetch(new URL(path, window.location.origin), {
            method,
            headers,
            body: bytes ?? text ?? null,
            credentials: 'include',
            signal,
            keepalive: method === 'POST' && text !== undefined && fitsKeepalive(text),
          }))
      if (response.status === 304 && known) return known.answer
      if (!response.ok) throw await errorOf(response)
      const read = await (options.read ?? answerOf)(response)
      const etag = method === 'GET' && options.keep !== false && response.headers.get('ETag')
      if (etag) memory.keep(token, path, { etag, answer: read })
      return read
    })
    inspect?.(method, path, answer)
    return answer as T
  } catch (error) {
    // A call that was sent without a session says nothing about the one that has begun since.
    if (token && error instanceof ApiError && error.status === 401 && !options.keepSessionOn401) forceSignOut(token)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Replaces the browsers' messages for a lost connection or invalid JSON: they differ and are not written for people. */
async function reach<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof TypeError) throw new Error(UNREACHABLE, { cause })
    if (cause instanceof SyntaxError) throw new Error(UNREADABLE, { cause })
    throw cause
  }
}

/** Makes a call abortable that was started without the signal. */
function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
  return Promise.race([answer, aborted.promise])
}

let inspect: ((method: string, path: string, answer: unknown) => void) | undefined

/** During development every answer is validated against its contract (contracts.ts). */
export function inspectAnswers(inspector: typeof inspect): void {
  inspect = inspector
}

/** Idempotency keys by a mutation's context object, which is the same over its retries; weak, so that both go together. */
const keys = new WeakMap<object, string>()

function keyOf(attempt: object | string | undefined): string {
  if (typeof attempt === 'string') return attempt
  if (!attempt) return newKey()
  const key = keys.get(attempt) ?? newKey()
  keys.set(attempt, key)
  return key
}

/** `randomUUID` needs a secure context: it is missing where the page is served without TLS from another machine. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fitsKeepalive(text: string): boolean {
  return new TextEncoder().encode(text).length <= KEEPALIVE_BYTES
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

async function errorOf(response: Response): Promise<ApiError> {
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
