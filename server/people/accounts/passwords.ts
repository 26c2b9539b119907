import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../../platform/errors.ts'
import { KeyLock } from './key-lock.ts'
import { text } from '../../../shared/texts/say.ts'

/** Argon2id's cost: kibibytes of memory, passes over them, lanes. */
export interface HashCost {
  memory: number
  passes: number
  parallelism: number
}

/** The first of OWASP's recommended settings for argon2id (Password Storage Cheat Sheet). */
export const HASH_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }

const run = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** @returns the hash as a PHC string with its salt and cost. Never call it inside `db.write`, nor from routes: see `Passwords`. */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce, cost, 32)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** Whether a password matches a hash; also false for an unreadable hash. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const stored = parsePhc(phc)
  if (!stored) return false
  const tag = await derive(password, stored.nonce, stored.cost, stored.tag.length)
  return timingSafeEqual(tag, stored.tag)
}

/** Whether a hash has an outdated cost and should be recomputed when the password is available. */
export function needsRehash(phc: string, cost: HashCost): boolean {
  const stored = parsePhc(phc)?.cost
  return stored?.memory !== cost.memory || stored.passes !== cost.passes || stored.parallelism !== cost.parallelism
}

function parsePhc(phc: string): { cost: HashCost; nonce: Buffer; tag: Buffer } | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{16,86})$/.exec(phc)
  if (!match) return undefined
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

async function derive(password: string, nonce: Buffer, cost: HashCost, tagLength: number): Promise<Buffer> {
  // Compatibility forms of a character, as typed on different keyboards, count as the same (NIST SP 800-63B).
  const message = Buffer.from(password.normalize('NFKC'))
  return run('argon2id', { message, nonce, tagLength, ...cost })
}

const MAX_CONCURRENT = 2
const MAX_QUEUE_LENGTH = 500

/**
 * Hashes the passwords of calls. Each hash takes 19 MiB and a thread: a burst of sign-ins is queued instead of exhausting
 * the machine, and one person's passwords are checked one at a time.
 */
export class Passwords {
  readonly #config: { passwordCost: HashCost }
  readonly #persons = new KeyLock()
  readonly #waiting: (() => void)[] = []
  #running = 0
  #decoy: Promise<string> | undefined

  constructor(config: { passwordCost: HashCost }) {
    this.#config = config
  }

  /** `hashPassword` at the current cost. @throws AppError `unavailable` when the queue is full */
  hash(password: string): Promise<string> {
    return this.#enqueue(() => hashPassword(password, this.#config.passwordCost))
  }

  /** `verifyPassword`, queued. @throws AppError `unavailable` when the queue is full */
  verify(password: string, phc: string): Promise<boolean> {
    return this.#enqueue(() => verifyPassword(password, phc))
  }

  needsRehash(phc: string): boolean {
    return needsRehash(phc, this.#config.passwordCost)
  }

  /** A hash at the current cost that no password matches, so that an unknown account takes the same time. */
  decoy(): Promise<string> {
    this.#decoy ??= this.hash(randomBytes(16).toString('base64')).catch((error: unknown) => {
      // The next call tries again: a full queue is temporary.
      this.#decoy = undefined
      throw error
    })
    return this.#decoy
  }

  /** Runs work on one person's password one at a time. */
  withLock<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.#persons.run(userId, work)
  }

  async #enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= MAX_QUEUE_LENGTH) {
      throw new AppError('unavailable', text('Too many people are signing in right now. Please try again shortly.'), {
        headers: { 'retry-after': '5' },
      })
    }
    if (this.#running >= MAX_CONCURRENT) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The slot passes directly to the next waiter, so a new call cannot take it.
      if (next) next()
      else this.#running--
    }
  }
}
