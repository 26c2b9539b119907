import { LRUCache } from 'lru-cache'
import { usernameKey } from '../../../shared/account-keys.ts'
import type { Db } from '../../platform/database/db.ts'
import { asSharedWork } from '../../platform/fairness/caller.ts'
import { FairSemaphore } from '../../platform/fairness/fair-semaphore.ts'
import { CROSS_PROCESS_TTL_MS } from '../../settings/service.ts'
import { knownSince, ownAddresses, signInsFrom } from './addresses.ts'
import { nameKeys } from '../accounts/service.ts'
import { findSignInFacts } from './sign-in-queries.ts'
import { tooBusy } from './sign-in-queue.ts'
import { refuseUntil, signInKeys, storedKey } from './throttle.ts'

/** Concurrent queries: most of the database connections are left to signed-in people. */
const MAX_CONCURRENT = 2
const QUEUE_TIMEOUT_MS = 4000
/**
 * Cached entries are at most a second old, so a block lifted in another process ends within that time. By default,
 * deleting an entry would also fail the calls that wait for its look-up.
 */
const REMEMBERED = { max: 3000, ttl: CROSS_PROCESS_TTL_MS, ignoreFetchAbort: true }

/** What is known about an attempt before its password is checked. */
export interface SignInFacts {
  /** the key under which attempts are counted: the same for a username and the email address of its account */
  account: string
  /** undefined: no account has this name or address */
  userId: string | undefined
  /** the account has signed in from this address recently */
  isOwn: boolean
  /** any account has */
  isKnown: boolean
}

/**
 * The database look-ups of sign-in before a password is checked: only a few run concurrently, so that a flood of
 * attempts cannot take all connections. Blocks are cached for a second, so that repeated refused attempts need no
 * query.
 */
export class SignInLookups {
  readonly #db: Db
  readonly #clock: () => Date
  readonly #turns = new FairSemaphore({
    maxConcurrent: MAX_CONCURRENT,
    queueTimeoutMs: QUEUE_TIMEOUT_MS,
    refusal: tooBusy,
  })
  /**
   * A separate queue, because attempts that hold a slot of `#turns` wait for these look-ups: in the same queue they
   * would deadlock.
   */
  readonly #turnsOfOwn = new FairSemaphore({ maxConcurrent: 1, queueTimeoutMs: QUEUE_TIMEOUT_MS, refusal: tooBusy })
  /** key of the account by the name that was typed */
  readonly #accounts = new LRUCache<string, string>(REMEMBERED)
  /** `blocked_until` by stored key */
  readonly #blocks = new LRUCache<string, string>(REMEMBERED)
  readonly #known = new LRUCache<string, boolean>({ ...REMEMBERED, fetchMethod: (address) => this.#askKnown(address) })
  readonly #own = new LRUCache<string, Set<string>>({ ...REMEMBERED, fetchMethod: (account) => this.#askOwn(account) })

  constructor({ db, clock }: { db: Db; clock: () => Date }) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * Refuses attempts with a cached block.
   * @param name a username or an email address, as typed
   * @throws AppError `too-many-attempts` with Retry-After
   */
  async refuseIfBlockCached(name: string, address: string): Promise<void> {
    const account = this.#accounts.get(name) ?? usernameKey(name)
    for (const key of signInKeys(account, address, false)) {
      const until = this.#blocks.get(storedKey(key))
      if (until === undefined || Date.parse(until) <= this.#clock().getTime()) continue
      // A block of the account does not apply to its own addresses.
      if (key.kind === 'account' && (await this.#own.fetch(account))?.has(address)) continue
      refuseUntil(until, this.#clock())
    }
  }

  /**
   * Reads what the database knows about the account and the address, in one query.
   * @throws AppError `too-many-attempts` while one of them is blocked; `unavailable` when the turn does not come in
   *   time
   */
  async ask(name: string, address: string): Promise<SignInFacts> {
    const now = this.#clock()
    const address_key = storedKey({ kind: 'address', address })
    const params = { ...nameKeys(name), address, known_since: knownSince(now), address_key }
    const [row] = await this.#turns.run(async () => {
      // An earlier look-up may have cached the block meanwhile.
      await this.refuseIfBlockCached(name, address)
      return findSignInFacts(this.#db.read, params)
    })
    const account = row?.account ?? params.account
    this.#accounts.set(name, account)
    const keys = signInKeys(account, address, false)
    const isOwn = Boolean(row?.is_own)
    const blocks = { account: row?.account_until, address: row?.address_until, pair: row?.pair_until }
    for (const key of keys) {
      const until = blocks[key.kind as keyof typeof blocks]
      if (until) this.#blocks.set(storedKey(key), until)
      if (key.kind !== 'account' || !isOwn) refuseUntil(until ?? null, now)
    }
    return { account, userId: row?.user_id ?? undefined, isOwn, isKnown: Boolean(row?.is_known) }
  }

  /** Whether any account has signed in from this address recently. */
  async isKnown(address: string): Promise<boolean> {
    return (await this.#known.fetch(address)) ?? false
  }

  /** Call it once a sign-in is committed: from now on the address is the account's own. */
  signedIn(account: string, address: string): void {
    this.#known.delete(address)
    this.#own.delete(account)
  }

  /** Call it once a block has been lifted. */
  lifted(key: string): void {
    this.#blocks.delete(key)
  }

  /** For replacing the whole database under a running server. */
  forget(): void {
    for (const memory of [this.#accounts, this.#blocks, this.#known, this.#own]) memory.clear()
  }

  #askKnown(address: string): Promise<boolean> {
    const params = { address, known_since: knownSince(this.#clock()) }
    return asSharedWork(() => this.#turns.run(async () => (await signInsFrom(this.#db.read, params)).length > 0))
  }

  #askOwn(account: string): Promise<Set<string>> {
    const params = { account, known_since: knownSince(this.#clock()) }
    return asSharedWork(() =>
      this.#turnsOfOwn.run(async () => {
        const rows = await ownAddresses(this.#db.read, params)
        return new Set(rows.map(({ address }) => address))
      }),
    )
  }
}
