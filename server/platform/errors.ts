import { say, sayInEnglish, type Text } from '../../shared/texts/say.ts'

const STATUS = {
  'bad-input': 400,
  'wrong-password': 400,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'not-allowed': 403,
  'password-needed': 403,
  'not-found': 404,
  'link-not-valid': 404,
  'wrong-method': 405,
  'wrong-status': 409,
  'stale-version': 409,
  'stale-preview': 409,
  'possible-duplicates': 409,
  'key-reused': 409,
  'last-administrator': 409,
  'already-set-up': 409,
  'username-taken': 409,
  'email-taken': 409,
  'link-ended': 409,
  'link-for-another': 409,
  'wrong-offset': 409,
  'quota-reached': 409,
  'too-large': 413,
  'file-too-large': 413,
  'range-not-satisfiable': 416,
  'wrong-host': 421,
  'wrong-content-type': 415,
  'unsupported-file': 415,
  'too-many-attempts': 429,
  'too-many-calls': 429,
  unavailable: 503,
  uncertain: 503,
  'history-loading': 503,
} as const

export type ErrorCode = keyof typeof STATUS

/** A sentence for people. One that is still a string has only its English. */
export type Sentence = string | Text

export interface FieldProblem {
  path: string
  message: Sentence
}

interface More {
  details?: FieldProblem[]
  /** Further fields of the error body, such as the current row of a conflict. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * A failure we expect. People read its sentence: never put SQL, secrets or stack traces in it. The sentence is said when the
 * call is answered, in the language of whoever reads it; `message` is English, for the log.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly sentence: Sentence
  readonly details: FieldProblem[] | undefined
  readonly extra: Record<string, unknown> | undefined
  readonly headers: Record<string, string> | undefined
  constructor(code: ErrorCode, sentence: Sentence, more: More = {}) {
    const message = typeof sentence === 'string' ? sentence : sayInEnglish(sentence)
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.sentence = sentence
    this.details = more.details
    this.extra = more.extra
    this.headers = more.headers
  }
  get status(): number {
    return STATUS[this.code]
  }
}

/** The sentence in the language of its reader. */
export function saySentence(sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : say(sentence)
}

/** A failure about one field, named for the page. */
export function fieldError(code: ErrorCode, path: string, message: Sentence): AppError {
  return new AppError(code, message, { details: [{ path, message }] })
}

/** A person has reached their limit of stored or unfinished work. */
export function tooManyCalls(message: Sentence): AppError {
  return new AppError('too-many-calls', message, { headers: { 'retry-after': '30' } })
}
