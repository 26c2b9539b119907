import { createHash } from 'node:crypto'
import { deletedBefore } from '../../../shared/retention.ts'
import type { Db, Tx } from '../database/db.ts'
import { isLockTimeout, uncertain } from '../database/failures.ts'
import { AppError } from '../errors.ts'
import { claimKey, findAnswer, lockKey, storeAnswer } from './queries.ts'
import { text } from '../../../shared/texts/say.ts'

/** A call with an Idempotency-Key. */
interface Call {
  user_id: string
  /** method and path including ids: a key applies to one person and one route */
  route: string
  key: string
  fingerprint: string
}

/** Idempotent work: done once however often its call is repeated, or each time if the call has no Idempotency-Key. */
export class IdempotentCall {
  readonly #clock: () => Date
  readonly #call: Call | undefined

  constructor(clock: () => Date, call?: Call) {
    this.#clock = clock
    this.#call = call
  }

  /** The same call under another route: for a path with several spellings, or for a part of its work. */
  as(change: (route: string) => string): IdempotentCall {
    const call = this.#call
    return new IdempotentCall(this.#clock, call && { ...call, route: change(call.route) })
  }

  /**
   * Does the work once: the result is stored in the transaction of the change, and returned for the same key for a day.
   * Concurrent calls wait for each other when claiming the key. A refusal is not stored: the key is free again.
   * @throws AppError `key-reused` when the key was used with another body; `uncertain` while the first call waits for its
   *   commit
   */
  async run<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    const call = this.#call
    if (!call) return work()
    const now = this.#clock()
    const claim = { ...call, created_at: now.toISOString(), before: deletedBefore('idempotencyKeys', now) }
    const [claimed] = await claimKey(tx, claim).catch((error: unknown) =>
      Promise.reject(isLockTimeout(error) ? uncertain(error) : error),
    )
    if (!claimed) {
      const [first] = await findAnswer(tx, call)
      return valueIn<T>(first, call)
    }
    const value = await work()
    await storeAnswer(tx, { ...call, body: JSON.stringify(value ?? null) })
    return value
  }

  /**
   * The result of an earlier call under this key; undefined if there was none. For calls that do work before the
   * transaction, which `run` still guards: two concurrent calls both do that work, and one result is stored. The result is
   * returned only once it is as durable as any other commit: it is locked, so that this commit waits for what that one did.
   * @throws AppError `key-reused` as `run` does
   */
  async earlier<T>(db: Db): Promise<{ value: T } | undefined> {
    const call = this.#call
    const [first] = call ? await findAnswer(db.read, call) : []
    if (!call || !first || first.created_at < deletedBefore('idempotencyKeys', this.#clock())) return undefined
    const value = valueIn<T>(first, call)
    await db.write((tx) => lockKey(tx, call))
    return { value }
  }
}

/** For work without a key. */
export const WITHOUT_KEY = new IdempotentCall(() => new Date())

/** @param body as parsed by the contract, so that formatting (white space, order of fields) makes no difference */
export function fingerprintOf(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url')
}

function valueIn<T>(first: Awaited<ReturnType<typeof findAnswer>>[number] | undefined, call: Call): T {
  if (first?.fingerprint !== call.fingerprint) {
    throw new AppError('key-reused', text('This Idempotency-Key was already used with another body.'))
  }
  // Stored by this program for this person, route and body, so it has this route's type.
  return JSON.parse(first.body) as T
}
