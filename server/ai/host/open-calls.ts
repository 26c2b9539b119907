import type { CallMessage, ReplyMessage } from './calls.ts'
import type { EngineHost } from './process.ts'
import { unavailable } from './unavailable.ts'

interface OpenCall {
  resolve(result: unknown): void
  reject(error: Error): void
  deadline: NodeJS.Timeout
}

/** The calls of a thread that have not been answered. */
export class OpenCalls {
  private readonly open = new Map<number, OpenCall>()
  private count = 0
  /** id of the last answered call: answers come in order */
  private answered = 0
  private lastHeardAt = 0

  get size(): number {
    return this.open.size
  }

  /** For a new thread, which knows nothing of earlier calls. */
  begin(): void {
    this.answered = this.count
  }

  /**
   * @param onLate is called with the time since the thread was last heard of when the answer is late
   * @throws AppError `unavailable` when the answer doesn't come in time, or as `rejectAll` has it
   */
  send(
    worker: EngineHost,
    { name, argument }: Omit<CallMessage, 'id'>,
    timeoutMs: number,
    onLate: (silentMs: number) => void,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // Silence is measured from the first open question on.
      if (this.answered === this.count) this.lastHeardAt = performance.now()
      const id = ++this.count
      const late = () => {
        this.open.delete(id)
        reject(unavailable(new Error(`${String(name)} took longer than ${Math.round(timeoutMs)} ms`)))
        onLate(performance.now() - this.lastHeardAt)
      }
      this.open.set(id, { resolve, reject, deadline: setTimeout(late, Math.max(1, timeoutMs)) })
      const message: CallMessage = { id, name, argument }
      worker.send(message)
    })
  }

  /** Answers the call of a reply. @returns false when nobody waits for it any more */
  settle(reply: ReplyMessage): boolean {
    this.lastHeardAt = performance.now()
    this.answered = reply.id
    const call = this.open.get(reply.id)
    if (!call) return false
    this.open.delete(reply.id)
    clearTimeout(call.deadline)
    if ('result' in reply) call.resolve(reply.result)
    else call.reject(unavailable(reply.error))
    return true
  }

  rejectAll(error: Error): void {
    for (const { reject, deadline } of this.open.values()) {
      clearTimeout(deadline)
      reject(unavailable(error))
    }
    this.open.clear()
  }
}
