/** Why a call gave no usable answer. Stored as the outcome of the call. */
export type Reason =
  | 'timeout'
  | 'unreachable'
  | 'key-refused'
  | 'not-found'
  | 'busy'
  | 'server-error'
  | 'refused'
  | 'redirect'
  | 'too-large'
  | 'not-json'
  | 'empty'
  | 'declined'
  | 'off-contract'

export interface Tokens {
  prompt: number | null
  completion: number | null
}

export class ModelFailure extends Error {
  readonly reason: Reason
  /** The endpoint's own message, shown only to administrators. */
  readonly detail: string
  readonly retryAfterMs: number | undefined
  /** Unusable answers cost tokens, too. */
  readonly tokens: Tokens
  constructor(reason: Reason, more: { detail?: string; retryAfterMs?: number | undefined; tokens?: Tokens } = {}) {
    super(reason)
    this.reason = reason
    this.detail = more.detail ?? ''
    this.retryAfterMs = more.retryAfterMs
    this.tokens = more.tokens ?? { prompt: null, completion: null }
  }
}

/** Transient failures: the same call may well succeed on a retry. After a time-out no time is left for one. */
const TRANSIENT: ReadonlySet<Reason> = new Set([
  'unreachable',
  'busy',
  'server-error',
  'not-json',
  'empty',
  'too-large',
  'off-contract',
])
export function isTransient({ reason }: ModelFailure): boolean {
  return TRANSIENT.has(reason)
}

/** Failures of the endpoint and not of the text that was sent: the next call would fail as well. */
const ENDPOINT_FAILURES: ReadonlySet<Reason> = new Set([
  'timeout',
  'unreachable',
  'key-refused',
  'not-found',
  'busy',
  'server-error',
  'refused',
  'redirect',
  'not-json',
])
export function isEndpointFailure({ reason }: ModelFailure): boolean {
  return ENDPOINT_FAILURES.has(reason)
}

/** `note` is the stored code of why there is no answer. */
export interface NoAnswer {
  answer?: undefined
  note: string
}

/** Explanations for the administrator who tests the settings. */
const EXPLANATIONS: Record<Reason, string> = {
  timeout: 'It did not answer in time.',
  unreachable: 'It could not be reached: nothing answers at this address.',
  'key-refused': 'It refused the key.',
  'not-found': 'It was not found: check the address (most end in /v1) and the model’s name.',
  busy: 'It is too busy, or its quota is used up.',
  'server-error': 'It failed with an internal error.',
  refused: 'It refused the question.',
  redirect: 'The address redirects elsewhere, and redirects are not followed. Enter the address it leads to.',
  'too-large': 'Its answer was far too long.',
  'not-json': 'Its answer does not follow the protocol; something else may be at this address.',
  empty: 'Its answer was empty.',
  declined: 'It declined to answer.',
  'off-contract': 'It answered, but not in the requested format. Another model may do better.',
}
export function explain({ reason, detail }: ModelFailure): string {
  return detail === '' ? EXPLANATIONS[reason] : `${EXPLANATIONS[reason]} It says: ${detail}`
}
