import { currentCaller } from '../../platform/fairness/caller.ts'
import { FairSemaphore } from '../../platform/fairness/fair-semaphore.ts'
import type { Calls } from './calls.ts'
import type { EngineCalls } from './engine-calls.ts'
import { SupervisedThread } from './supervised-thread.ts'
import { unavailable } from './unavailable.ts'

/** Time limit of an answer: the page gives up after 15 seconds. */
const ANSWER_TIMEOUT_MS = 12_000
/** A job waits this long for its turn and for a start that has to learn first, because no person waits for it. */
const JOB_PATIENCE_MS = 2 * 60 * 60_000
/** Questions sent at a time: the second is prefetched, so that the engine never idles. The others wait in a fair queue. */
const MAX_ASKED = 2

/** A thread whose questions wait in a fair queue, within the time that a page or a job has for them. */
export class EngineThread<C extends Calls<C> = EngineCalls> extends SupervisedThread<C> {
  private readonly turns = new FairSemaphore({
    maxConcurrent: MAX_ASKED,
    queueTimeoutMs: ANSWER_TIMEOUT_MS,
    refusal: unavailable,
  })

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
      if (this.state === 'starting') await this.whenStarted(JOB_PATIENCE_MS)
      return this.callDirectly(name, argument, timeoutMs)
    }
    const until = performance.now() + timeoutMs
    if (this.state === 'starting') await this.whenStarted(timeoutMs)
    return this.callDirectly(name, argument, until - performance.now())
  }
}

const isJob = () => currentCaller()?.connection === undefined
