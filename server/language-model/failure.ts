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

const LOCAL = 'this is the local engine’s answer.'
const ASK = 'an administrator can check the settings;'

/** Why no call was made. */
export type SkipReason = 'resting' | 'crowded' | 'used-up' | 'own-used-up'

/** Notes shown beside the local answer. */
const NOTES: Record<Reason | SkipReason, string> = {
  timeout: `The language model did not answer in time; ${LOCAL}`,
  unreachable: `The language model could not be reached; ${LOCAL}`,
  'key-refused': `The language model refused the key; ${ASK} ${LOCAL}`,
  'not-found': `The language model was not found at its address; ${ASK} ${LOCAL}`,
  busy: `The language model is too busy at the moment; ${LOCAL}`,
  'server-error': `The language model failed; ${LOCAL}`,
  refused: `The language model refused the question; ${ASK} ${LOCAL}`,
  redirect: `The language model’s address redirects elsewhere; ${ASK} ${LOCAL}`,
  'too-large': `The language model’s answer could not be used; ${LOCAL}`,
  'not-json': `The language model’s answer could not be used; ${LOCAL}`,
  empty: `The language model’s answer could not be used; ${LOCAL}`,
  'off-contract': `The language model’s answer could not be used; ${LOCAL}`,
  declined: `The language model declined to answer; ${LOCAL}`,
  resting: `The language model has failed several times and is paused for a moment; ${LOCAL}`,
  crowded: `The language model is being asked too many questions at once; ${LOCAL}`,
  'used-up': `The office has used all its calls to the language model for today; ${LOCAL}`,
  'own-used-up': `You have used all your calls to the language model for today; ${LOCAL}`,
}

/** `note` tells the reader why there is no answer. */
export interface NoAnswer {
  answer?: undefined
  note: string
}

export function noteFor(reason: Reason | SkipReason): string {
  return NOTES[reason]
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
