import { AppError } from '../errors.ts'
import { currentCaller } from '../fairness/caller.ts'
import { FairSemaphore } from '../fairness/fair-semaphore.ts'
import { type EngineHost, engineInProcess, engineInThread, type EngineLimits } from './process.ts'
import type { Calls, CallMessage, ReplyMessage } from './calls.ts'
import type { EngineCalls } from './engine-calls.ts'

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
  deadline: NodeJS.Timeout
}

/** Time limit of an answer: the page gives up after 15 seconds. */
const ANSWER_TIMEOUT_MS = 12_000
/** A job waits this long for its turn and for a start that has to learn first, because no person waits for it. */
const JOB_PATIENCE_MS = 2 * 60 * 60_000
/** Questions sent at a time: the second is prefetched, so that the engine never idles. The others wait in a fair queue. */
const MAX_ASKED = 2
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 60_000

interface Options<C extends Calls<C>> extends EngineLimits {
  /** Initialises a new thread before it answers anything else; runs again after each replacement. */
  begin?: (thread: EngineThread<C>) => Promise<void>
  log: { error(fields: object, message: string): void }
  /** A thread with open questions that is silent for longer counts as hung. */
  hangTimeoutMs?: number
  /** The thread starts on demand and ends after this idle time; without it the thread always runs. */
  idleMs?: number
  script?: URL
  /** Run in a separate process, for occasional work that takes much memory. */
  ownProcess?: boolean
}

/**
 * A thread that holds an engine. One that dies or hangs is replaced, with exponential back-off. With `idleMs` there is a
 * thread only while it is needed.
 */
export class EngineThread<C extends Calls<C> = EngineCalls> {
  private readonly options: Options<C>
  private readonly waiting = new Map<number, Waiting>()
  private readonly turns = new FairSemaphore({
    maxConcurrent: MAX_ASKED,
    queueTimeoutMs: ANSWER_TIMEOUT_MS,
    refusal: unavailable,
  })
  private worker: EngineHost | undefined
  private count = 0
  /** id of the last answered question: answers come in order */
  private answered = 0
  private lastHeardAt = 0
  private pauseMs = FIRST_PAUSE_MS
  private restart: NodeJS.Timeout | undefined
  private closed = false
  private started: Promise<void> = Promise.resolve()
  private idle: NodeJS.Timeout | undefined
  state: 'asleep' | 'starting' | 'ready' | 'down' = 'asleep'

  constructor(options: Options<C>) {
    this.options = options
    if (options.idleMs === undefined) this.start()
  }

  private start(): void {
    const { script, ownProcess } = this.options
    const worker = ownProcess ? engineInProcess(this.options) : engineInThread(this.options, script)
    this.worker = worker
    this.answered = this.count
    this.state = 'starting'
    // The thread sends nothing but replies.
    worker.on('message', (reply) => this.settle(reply as ReplyMessage))
    worker.on('error', (error) => this.replaceWorker(worker, error))
    worker.on('exit', () => this.replaceWorker(worker, new Error('The thread ended')))
    this.started = this.begin(worker)
    this.started.catch(() => undefined)
  }

  private async begin(worker: EngineHost): Promise<void> {
    try {
      await this.options.begin?.(this)
      if (this.worker !== worker) return
      this.state = 'ready'
      this.pauseMs = FIRST_PAUSE_MS
      this.sleepWhenIdle()
    } catch (error) {
      this.replaceWorker(worker, error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  }

  /** Starts a sleeping thread, so that the next question need not wait for it. */
  wake(): void {
    if (this.state === 'asleep' && !this.closed) this.start()
  }

  private sleepWhenIdle(): void {
    const { idleMs } = this.options
    clearTimeout(this.idle)
    if (idleMs !== undefined && this.waiting.size === 0) this.idle = setTimeout(() => this.sleep(), idleMs).unref()
  }

  private sleep(): void {
    const { worker } = this
    if (!worker || this.state !== 'ready' || this.waiting.size > 0) return
    this.worker = undefined
    this.state = 'asleep'
    void worker.end()
  }

  /**
   * Asks once the thread has started and the fair queue has reached the caller. For a call, the time limit includes both; for
   * a job, it is that of the answer alone.
   * @throws AppError `unavailable` when the answer doesn't come in time or the engine fails; `too-many-calls` when too many
   * of the caller's own questions wait
   */
  async ask<N extends keyof C>(
    name: N,
    argument: Parameters<C[N]>[0],
    timeoutMs = ANSWER_TIMEOUT_MS,
  ): Promise<ReturnType<C[N]>> {
    this.wake()
    if (this.state === 'down') throw unavailable()
    if (isJob())
      return this.turns.run(() => this.askUnqueued(name, argument, timeoutMs), { queueTimeoutMs: JOB_PATIENCE_MS })
    const until = performance.now() + timeoutMs
    return this.turns.run(() => this.askUnqueued(name, argument, until - performance.now()), {
      queueTimeoutMs: timeoutMs,
    })
  }

  /** As `ask`, but bypasses the queue: for data that the queued questions depend on. */
  async askUnqueued<N extends keyof C>(
    name: N,
    argument: Parameters<C[N]>[0],
    timeoutMs = ANSWER_TIMEOUT_MS,
  ): Promise<ReturnType<C[N]>> {
    if (isJob()) {
      if (this.state === 'starting') await inTime(this.started, JOB_PATIENCE_MS)
      return this.callDirectly(name, argument, timeoutMs)
    }
    const until = performance.now() + timeoutMs
    if (this.state === 'starting') await inTime(this.started, timeoutMs)
    return this.callDirectly(name, argument, until - performance.now())
  }

  /** As `ask`, without waiting for the start: for `begin` itself. */
  callDirectly<N extends keyof C>(
    name: N,
    argument: Parameters<C[N]>[0],
    timeoutMs: number,
  ): Promise<ReturnType<C[N]>> {
    const { worker } = this
    const { hangTimeoutMs = 10_000 } = this.options
    if (this.closed || !worker) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      // Silence is measured from the first open question on.
      if (this.answered === this.count) this.lastHeardAt = performance.now()
      const id = ++this.count
      const late = () => {
        this.waiting.delete(id)
        reject(unavailable(new Error(`${String(name)} took longer than ${Math.round(timeoutMs)} ms`)))
        const silentMs = performance.now() - this.lastHeardAt
        if (silentMs > hangTimeoutMs) this.replaceWorker(worker, new Error(`Silent for ${Math.round(silentMs)} ms`))
      }
      this.waiting.set(id, {
        // The thread replies to each name with the type that `C` declares.
        resolve: (result) => resolve(result as ReturnType<C[N]>),
        reject,
        deadline: setTimeout(late, Math.max(1, timeoutMs)),
      })
      const message: CallMessage = { id, name, argument }
      worker.send(message)
    })
  }

  /**
   * Settles when the present thread has started, or failed to.
   * @throws AppError `unavailable` when it has not started in that time
   */
  whenStarted(timeoutMs?: number): Promise<void> {
    return timeoutMs === undefined ? this.started : inTime(this.started, timeoutMs)
  }

  private settle(reply: ReplyMessage): void {
    this.lastHeardAt = performance.now()
    this.answered = reply.id
    const waiting = this.waiting.get(reply.id)
    if (!waiting) return
    this.waiting.delete(reply.id)
    clearTimeout(waiting.deadline)
    this.sleepWhenIdle()
    if ('result' in reply) return waiting.resolve(reply.result)
    this.options.log.error({ err: new Error(reply.error) }, 'The engine failed')
    waiting.reject(unavailable(reply.error))
  }

  /** Terminates a failed or hung thread, rejects all open questions and schedules a replacement. */
  private replaceWorker(worker: EngineHost, error: Error): void {
    if (this.worker !== worker) return
    this.worker = undefined
    this.state = 'down'
    void worker.end()
    for (const { reject, deadline } of this.waiting.values()) {
      clearTimeout(deadline)
      reject(unavailable(error))
    }
    this.waiting.clear()
    if (this.closed) return
    this.options.log.error({ err: error }, 'A worker thread of the engine is being replaced')
    this.restart = setTimeout(() => this.start(), this.pauseMs)
    this.restart.unref()
    this.pauseMs = Math.min(MAX_PAUSE_MS, this.pauseMs * 2)
  }

  /** Terminates the present thread as a crash would: it is replaced. */
  crash(): void {
    if (this.worker) this.replaceWorker(this.worker, new Error('The thread was ended'))
  }

  /** Replaces the present thread at once, without the pause after a crash. */
  replace(): void {
    this.crash()
    clearTimeout(this.restart)
    if (!this.closed) this.start()
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.restart)
    clearTimeout(this.idle)
    const { worker } = this
    if (!worker) return
    this.replaceWorker(worker, new Error('The program stops'))
    await worker.end()
  }
}

const isJob = () => currentCaller()?.connection === undefined

function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'The AI engine cannot answer right now. Please try again in a moment.', { cause })
}

async function inTime(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(unavailable()), Math.max(1, ms))
  try {
    await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
