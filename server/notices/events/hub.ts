import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Hint } from '../../platform/database/hints.ts'
import { AppError } from '../../platform/errors.ts'
import type { SessionCache } from '../../people/sign-in/cache.ts'
import type { Settings } from '../../settings/service.ts'
import { type Change, RESET, textFor } from './changes.ts'
import { hintFor } from './hints.ts'
import { Pace } from './pace.ts'
import { HistoryPosition } from './position.ts'
import { Presence, type Visit } from './presence.ts'
import { EventStream } from './stream.ts'
import { Tail } from './tail.ts'
import { text } from '../../../shared/texts/say.ts'

const MAX_STREAMS_PER_SESSION = 20
/** Commits of this time are looked at together. */
const LOOK_EVERY_MS = 50
/** Other calls get their turn after so many streams: writing to four hundred at once takes milliseconds. */
const STREAMS_AT_ONCE = 40
/** Everybody also looks this often: another process may have written, and rights may have changed. */
const TICK_MS = 1000
const HEARTBEAT_TICKS = 15

interface Options {
  db: Db
  sessions: SessionCache
  settings: Settings
  clock: () => Date
  log: { error(fields: object, message: string): void }
}

/** Tells other processes on the same database. */
export interface Notifier {
  changed(): void
  announce(hint: Hint): void
}

/** All event streams of this process. Idle while there are none. */
export class EventHub {
  readonly #options: Options
  readonly #tail: Tail
  readonly #streams = new Set<EventStream>()
  readonly #pace = new Pace<Hint>((hint) => {
    this.#tell(hint)
    this.#notifier?.announce(hint)
  })
  /** who has which request open */
  readonly presence = new Presence({
    onVisitors: (request) => this.#tellVisitors(request),
    onVisit: (visit) => this.#notifier?.announce({ kind: 'presence', visit }),
  })
  #bySession = new Map<string, number>()
  #notifier: Notifier | undefined
  #timer: NodeJS.Timeout | undefined
  #ticks = 0
  #isLookDue = false
  /** Looks and openings run one after the other, so that a stream neither misses a change nor gets one twice. */
  #turn: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    this.#tail = new Tail(options.db, options.clock)
    options.db.onCommit((hints) => {
      for (const hint of hints) this.announce(hint)
      this.#notifier?.changed()
      this.wake()
    })
  }

  connectTo(notifier: Notifier): void {
    this.#notifier = notifier
  }

  /** The open streams. */
  get size(): number {
    return this.#streams.size
  }

  /**
   * Counts a stream in.
   * @returns counts it out
   * @throws AppError `too-many-calls` if the session has too many
   */
  reserve(sessionId: string): () => void {
    const open = this.#bySession.get(sessionId) ?? 0
    if (open >= MAX_STREAMS_PER_SESSION) {
      throw new AppError(
        'too-many-calls',
        text('Too many event streams are open in this session. Please close some.'),
        {
          headers: { 'retry-after': '15' },
        },
      )
    }
    this.#bySession.set(sessionId, open + 1)
    return () => {
      const left = (this.#bySession.get(sessionId) ?? 1) - 1
      if (left > 0) this.#bySession.set(sessionId, left)
      else this.#bySession.delete(sessionId)
    }
  }

  /**
   * Sends a stream what it missed since its last event, and from now on what happens.
   * @param lastEventId undefined: it has seen none
   */
  async open(response: ServerResponse, token: string, actor: Actor, lastEventId: string | undefined): Promise<void> {
    const stream = new EventStream(response, token, actor, await this.#options.settings.policy())
    await this.#inTurn(async () => {
      if (this.#isClosed || response.destroyed) return
      if (this.#streams.size === 0) await this.#tail.begin()
      const missed = lastEventId === undefined ? [] : await this.#missed(lastEventId)
      const text = missed?.map((change) => textFor(stream.viewer, change)).join('') ?? RESET
      stream.send(text + this.#here())
      this.#streams.add(stream)
      // The last of the others may have left since this one began to open.
      this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref()
      response.once('close', () => this.#leave(stream))
    })
    // It could not be opened; the client tries again.
    if (!this.#streams.has(stream)) stream.end()
  }

  /** Something changed that has no history. Call it after the commit; `tellPages` does so for a transaction. */
  announce(hint: Hint): void {
    if (this.#notifier || this.#streams.size > 0) this.#pace.take(hint)
  }

  /** Another process has written, and maybe announced something. */
  hearNews(hints: readonly Hint[]): void {
    for (const hint of hints) {
      if (hint.visit) this.presence.hear(hint.visit)
      else this.#tell(hint)
    }
    this.wake()
  }

  /** Looks soon: something may have been written. */
  wake(): void {
    if (this.#isLookDue || this.#streams.size === 0) return
    this.#isLookDue = true
    void this.#inTurn(async () => {
      this.#isLookDue = false
      await this.#look()
      await pause(LOOK_EVERY_MS, undefined, { ref: false })
    })
  }

  /** Ends all streams, and refuses further ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#pace.close()
    this.presence.close()
    for (const stream of this.#streams) stream.end()
    await this.#turn
  }

  #tell(hint: Hint): void {
    for (const stream of this.#streams) stream.send(hintFor(stream.viewer, hint))
  }

  /** Only people who have the request open learn of others there, and never in the name of somebody else. */
  #tellVisitors(request: Visit['request']): void {
    const here = this.presence.at(request.id)
    for (const stream of this.#streams) {
      const { viewer } = stream
      if (here.has(viewer.id) && !viewer.isSeenAs)
        stream.send(hintFor(viewer, { kind: 'presence', id: request.id, request }))
    }
  }

  async #missed(lastEventId: string): Promise<Change[] | undefined> {
    const after = HistoryPosition.parse(lastEventId)
    return after && this.#tail.since(after)
  }

  #here(): string {
    return `: here\nid: ${this.#tail.position.toString()}\n\n`
  }

  #leave(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #tick(): void {
    this.wake()
    void this.#checkRights().catch((error: unknown) => this.#fail(error))
    if (++this.#ticks % HEARTBEAT_TICKS !== 0) return
    for (const stream of this.#streams) stream.send(this.#here())
  }

  async #look(): Promise<void> {
    if (this.#streams.size === 0) return
    const changes = await this.#tail.look()
    if (changes?.length === 0) return
    let sent = 0
    for (const stream of this.#streams) {
      stream.send(changes?.map((change) => textFor(stream.viewer, change)).join('') ?? RESET + this.#here())
      if (++sent % STREAMS_AT_ONCE === 0) await nextTurn()
    }
  }

  /** Of all streams together: one query a second on PostgreSQL. */
  async #checkRights(): Promise<void> {
    const { sessions, settings } = this.#options
    const streams = [...this.#streams]
    const actors = await sessions.findAll(new Set(streams.map(({ token }) => token)))
    const policy = await settings.policy()
    for (const stream of streams) {
      const actor = actors.get(stream.token)
      if (actor) stream.useRights(actor, policy)
      else stream.end()
    }
  }

  #inTurn(work: () => Promise<unknown>): Promise<unknown> {
    this.#turn = this.#turn.then(work).catch((error: unknown) => this.#fail(error))
    return this.#turn
  }

  #fail(error: unknown): void {
    this.#options.log.error({ err: error }, 'Events could not be read')
  }
}
