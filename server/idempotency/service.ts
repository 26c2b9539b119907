import { createHash } from 'node:crypto'
import type { Reader, Tx } from '../database/db.ts'
import { together } from '../database/run.ts'
import { AppError } from '../errors.ts'
import { claimKey, findAnswer, forgetIfOlder, forgetSomeOlder, storeAnswer } from './queries.ts'

const KEPT_MS = 24 * 3_600_000
const KEY = /^[\x21-\x7e]{1,200}$/

/** A POST that may come twice. */
export interface Repeatable {
  user_id: string
  /** method and address with the ids in it: a key counts for one person and one route */
  route: string
  key: string
  fingerprint: string
}

export interface Answer<T> {
  status: number
  body: T
}

/**
 * What the `Idempotency-Key` header asks for; undefined without one.
 * @param body as the contract has read it, so that spelling (white space, order of fields) makes no difference
 */
export function repeatable(
  header: string | string[] | undefined,
  { userId, route, body }: { userId: string; route: string; body: unknown },
): Repeatable | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !KEY.test(header)) {
    const message = 'Idempotency-Key must be 1 to 200 visible ASCII characters'
    throw new AppError('bad-input', message, { details: [{ path: 'Idempotency-Key', message }] })
  }
  const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return { user_id: userId, route, key: header, fingerprint }
}

/**
 * Does the work once: the answer is stored in the transaction of the change, and the same key gets it again for a day.
 * Two calls at the same moment wait for each other at the claim. A refusal is not kept: the key is free again.
 * @throws AppError `key-reused` when the key came with another body before
 */
export async function answerOnce<T>(
  tx: Tx,
  clock: () => Date,
  call: Repeatable | undefined,
  work: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  if (!call) return work()
  const now = clock()
  const before = oldestKept(now)
  const forgotten = forgetIfOlder(tx, { ...call, before })
  const claim = claimKey(tx, { ...call, created_at: now.toISOString() })
  await together([forgotten, claim])
  const [claimed] = await claim
  if (!claimed) return firstAnswer<T>(tx, call)

  const answer = await work()
  await together([
    storeAnswer(tx, { ...call, status: answer.status, body: JSON.stringify(answer.body) }),
    forgetSomeOlder(tx, { before }),
  ])
  return answer
}

/**
 * The answer that this key got before; undefined when it has none yet. For a call that does its work ahead of the
 * transaction, which `answerOnce` still guards: two at the same moment both work, and one is kept.
 * @throws AppError `key-reused` as `answerOnce` does
 */
export async function answerBefore<T>(
  reader: Reader,
  clock: () => Date,
  call: Repeatable | undefined,
): Promise<Answer<T> | undefined> {
  if (!call) return undefined
  const [first] = await findAnswer(reader, call)
  return first && first.created_at >= oldestKept(clock()) ? answerIn<T>(first, call) : undefined
}

async function firstAnswer<T>(tx: Tx, call: Repeatable): Promise<Answer<T>> {
  const [first] = await findAnswer(tx, call)
  return answerIn<T>(first, call)
}

function answerIn<T>(first: Awaited<ReturnType<typeof findAnswer>>[number] | undefined, call: Repeatable): Answer<T> {
  if (first?.fingerprint !== call.fingerprint) {
    throw new AppError('key-reused', 'This Idempotency-Key was already used with another body.')
  }
  // Stored by ourselves for this person, route and body, so it is this route's answer.
  return { status: first.status, body: JSON.parse(first.body) as T }
}

function oldestKept(now: Date): string {
  return new Date(now.getTime() - KEPT_MS).toISOString()
}
