import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../errors.ts'
import { KeyLock } from './key-lock.ts'

/** Argon2id's cost: kibibytes of memory, passes over them, lanes. */
export interface HashCost {
  memory: number
  passes: number
  parallelism: number
}

/** The first of OWASP's recommended settings for argon2id (Password Storage Cheat Sheet). */
export const HASH_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }

const run = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** @returns the hash as a PHC string, which carries its own salt and cost. Never call it inside `db.write`, nor for calls: see `Passwords`. */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce, cost, 32)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** Whether a password belongs to a hash; false as well for a hash that cannot be read. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const stored = parsePhc(phc)
  if (!stored) return false
  const tag = await derive(password, stored.nonce, stored.cost, stored.tag.length)
  return timingSafeEqual(tag, stored.tag)
}

/** Whether a hash was made at another cost than today's, so that it should be made anew when the password is at hand. */
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
  // Compatibility forms of one character typed on different keyboards count as the same (NIST SP 800-63B).
  const message = Buffer.from(password.normalize('NFKC'))
  return run('argon2id', { message, nonce, tagLength, ...cost })
}

const AT_ONCE = 2
const LONGEST_LINE = 500

/**
 * The passwords that people send. Each hash takes 19 MiB and a thread: a burst of sign-ins waits in line instead of
 * exhausting the machine, and one person's are checked one after another.
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

  /** As `hashPassword`, at today's cost. @throws AppError `unavailable` while too many wait */
  hash(password: string): Promise<string> {
    return this.#inLine(() => hashPassword(password, this.#config.passwordCost))
  }

  /** As `verifyPassword`. @throws AppError `unavailable` while too many wait */
  verify(password: string, phc: string): Promise<boolean> {
    return this.#inLine(() => verifyPassword(password, phc))
  }

  needsRehash(phc: string): boolean {
    return needsRehash(phc, this.#config.passwordCost)
  }

  /** A hash of today's cost that no password fits, to spend the same time on an account that doesn't exist. */
  decoy(): Promise<string> {
    this.#decoy ??= this.hash(randomBytes(16).toString('base64'))
    return this.#decoy
  }

  /** Runs works on the password of one person one after another. */
  withLock<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.#persons.run(userId, work)
  }

  async #inLine<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= LONGEST_LINE) {
      throw new AppError('unavailable', 'Too many people are signing in right now. Please try again shortly.', {
        headers: { 'retry-after': '5' },
      })
    }
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The place in line is handed over without being given up, so nobody slips in between.
      if (next) next()
      else this.#running--
    }
  }
}
