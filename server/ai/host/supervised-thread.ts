import type { Calls, ReplyMessage } from './calls.ts'
import { OpenCalls } from './open-calls.ts'
import { type EngineHost, type HostOptions, startHost } from './process.ts'
import { inTime, unavailable } from './unavailable.ts'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 60_000

export interface ThreadOptions<C extends Calls<C>> extends HostOptions {
  /** Initialises a new thread before it answers anything else; runs again after each replacement. */
  begin?: (thread: SupervisedThread<C>) => Promise<void>
  log: { error(fields: object, message: string): void }
  /** A thread with open questions that is silent for longer counts as hung. */
  hangTimeoutMs?: number
  /** The thread starts on demand and ends after this idle time; without it the thread always runs. */
  idleMs?: number
}

/**
 * A thread that holds an engine. One that dies or hangs is replaced, with exponential back-off. With `idleMs` there is a
 * thread only while it is needed.
 */
export class SupervisedThread<C extends Calls<C>> {
  private readonly options: ThreadOptions<C>
  private readonly calls = new OpenCalls()
  private worker: EngineHost | undefined
  private pauseMs = FIRST_PAUSE_MS
  private restart: NodeJS.Timeout | undefined
  private closed = false
  private started: Promise<void> = Promise.resolve()
  private idle: NodeJS.Timeout | undefined
  state: 'asleep' | 'starting' | 'ready' | 'down' = 'asleep'

  constructor(options: ThreadOptions<C>) {
    this.options = options
    if (options.idleMs === undefined) this.start()
  }

  private start(): void {
    const worker = startHost(this.options)
    this.worker = worker
    this.calls.begin()
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
    if (idleMs !== undefined && this.calls.size === 0) this.idle = setTimeout(() => this.sleep(), idleMs).unref()
  }

  private sleep(): void {
    const { worker } = this
    if (!worker || this.state !== 'ready' || this.calls.size > 0) return
    this.worker = undefined
    this.state = 'asleep'
    void worker.end()
  }

  /**
   * Calls the thread at once, even while it starts.
   * @throws AppError `unavailable` when the answer doesn't come in time or the thread ends
   */
  callDirectly<N extends keyof C>(
    name: N,
    argument: Parameters<C[N]>[0],
    timeoutMs: number,
  ): Promise<ReturnType<C[N]>> {
    const { worker } = this
    const { hangTimeoutMs = 10_000 } = this.options
    if (this.closed || !worker) return Promise.reject(unavailable())
    const replaceIfHung = (silentMs: number) => {
      if (silentMs > hangTimeoutMs) this.replaceWorker(worker, new Error(`Silent for ${Math.round(silentMs)} ms`))
    }
    // The thread replies to each name with the type that `C` declares.
    return this.calls.send(worker, { name, argument }, timeoutMs, replaceIfHung) as Promise<ReturnType<C[N]>>
  }

  /** Settles when the present thread has started, or failed to. @throws AppError `unavailable` if not in that time */
  whenStarted(timeoutMs?: number): Promise<void> {
    return timeoutMs === undefined ? this.started : inTime(this.started, timeoutMs)
  }

  private settle(reply: ReplyMessage): void {
    if (!this.calls.settle(reply)) return
    this.sleepWhenIdle()
    if ('error' in reply) this.options.log.error({ err: new Error(reply.error) }, 'The engine failed')
  }

  /** Terminates a failed or hung thread, rejects all open questions and schedules a replacement. */
  private replaceWorker(worker: EngineHost, error: Error): void {
    if (this.worker !== worker) return
    this.worker = undefined
    this.state = 'down'
    void worker.end()
    this.calls.rejectAll(error)
    if (this.closed) return
    this.options.log.error({ err: error }, 'A worker thread of the engine is being replaced')
    this.restart = setTimeout(() => this.start(), this.pauseMs).unref()
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
