import { createHash } from 'node:crypto'
import type { Reader, Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { claimKey, findAnswer, storeAnswer } from './queries.ts'

const KEPT_MS = 24 * 3_600_000

/** What came with an Idempotency-Key. */
interface Call {
  user_id: string
  /** method and address with the ids in it: a key counts for one person and one route */
  route: string
  key: string
  fingerprint: string
}

/** Work that is done once however often its call comes, or always where the call has no Idempotency-Key. */
export class Once {
  readonly #clock: () => Date
  readonly #call: Call | undefined

  constructor(clock: () => Date, call?: Call) {
    this.#clock = clock
    this.#call = call
  }

  /** The same call about another address: one that it has under another spelling too, or a part of its work. */
  as(change: (route: string) => string): Once {
    const call = this.#call
    return new Once(this.#clock, call && { ...call, route: change(call.route) })
  }

  /**
   * Does the work once: its value is stored in the transaction of the change, and the same key gets it again for a day.
   * Two calls at the same moment wait for each other at the claim. A refusal is not kept: the key is free again.
   * @throws AppError `key-reused` when the key came with another body before
   */
  async run<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    const call = this.#call
    if (!call) return work()
    const now = this.#clock()
    const [claimed] = await claimKey(tx, { ...call, created_at: now.toISOString(), before: oldestKept(now) })
    if (!claimed) {
      const [first] = await findAnswer(tx, call)
      return valueIn<T>(first, call)
    }
    const value = await work()
    await storeAnswer(tx, { ...call, body: JSON.stringify(value ?? null) })
    return value
  }

  /**
   * What an earlier call under this key got; undefined when there was none. For a call that does its work ahead of the
   * transaction, which `run` still guards: two at the same moment both work, and one is kept.
   * @throws AppError `key-reused` as `run` does
   */
  async earlier<T>(reader: Reader): Promise<{ value: T } | undefined> {
    const call = this.#call
    const [first] = call ? await findAnswer(reader, call) : []
    if (!call || !first || first.created_at < oldestKept(this.#clock())) return undefined
    return { value: valueIn<T>(first, call) }
  }
}

/** For work that no key came with. */
export const ALWAYS = new Once(() => new Date())

/** @param body as the contract has read it, so that spelling (white space, order of fields) makes no difference */
export function fingerprintOf(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url')
}

function valueIn<T>(first: Awaited<ReturnType<typeof findAnswer>>[number] | undefined, call: Call): T {
  if (first?.fingerprint !== call.fingerprint) {
    throw new AppError('key-reused', 'This Idempotency-Key was already used with another body.')
  }
  // Stored by ourselves for this person, route and body, so it is this route's answer.
  return JSON.parse(first.body) as T
}

function oldestKept(now: Date): string {
  return new Date(now.getTime() - KEPT_MS).toISOString()
}
