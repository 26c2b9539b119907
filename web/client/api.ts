import { EtagCache } from './etag-cache.ts'
import { takeFirstAnswer } from './first-answers.ts'
import { currentSession, forceSignOut } from './session.ts'
import { ApiError, readError } from './api-error.ts'
import { keyOfAttempt } from './idempotency-key.ts'

/** Longest time for an ordinary answer. */
export const CALL_TIMEOUT_MS = 15_000
/** A large file takes longer than any other answer. */
const DOWNLOAD_TIMEOUT_MS = 600_000
const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'
const UNREADABLE = 'Something other than the server answered. Check your connection and try again.'
/** Browsers reject keepalive bodies above 64 KiB in total; with half of it, two can be in flight at once. */
const KEEPALIVE_BYTES = 32 * 1024

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
  /** It is still sent when its page is closed right after it, as a short POST is anyway. */
  outlivesPage?: boolean
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
  if (method === 'POST' && token) headers.set('Idempotency-Key', keyOfAttempt(options.attempt))
  const known = method === 'GET' ? memory.find(token, path) : undefined
  if (known) headers.set('If-None-Match', known.etag)

  const timeout = new AbortController()
  const { timeoutMs = CALL_TIMEOUT_MS } = options
  const timer = setTimeout(() => timeout.abort(timedOut(timeoutMs)), timeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout.signal, options.signal]) : timeout.signal
  try {
    const early = method === 'GET' ? takeFirstAnswer(path, token, signal) : undefined
    const answer = await reach(async () => {
      const response = await (early ??
        fetch(new URL(path, window.location.origin), {
          method,
          headers,
          body: bytes ?? text ?? null,
          credentials: 'include',
          signal,
          keepalive: (method === 'POST' || options.outlivesPage === true) && text !== undefined && fitsKeepalive(text),
        }))
      if (response.status === 304 && known) return known.answer
      if (!response.ok) throw await readError(response)
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

function timedOut(afterMs: number): DOMException {
  const seconds = afterMs / 1000
  const limit = seconds < 120 ? `${seconds} seconds` : `${seconds / 60} minutes`
  return new DOMException(`The server did not answer within ${limit}. Please try again.`, 'AbortError')
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

let inspect: ((method: string, path: string, answer: unknown) => void) | undefined

/** During development every answer is validated against its contract (contracts.ts). */
export function inspectAnswers(inspector: typeof inspect): void {
  inspect = inspector
}

function fitsKeepalive(text: string): boolean {
  return new TextEncoder().encode(text).length <= KEEPALIVE_BYTES
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}
