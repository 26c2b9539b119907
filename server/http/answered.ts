import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Tells when answers are over. */
export class AnswerEnds {
  /** One listener for each connection, however many calls come over it. */
  readonly #unanswered = new WeakMap<Socket, Set<() => void>>()

  /**
   * Calls `over` once: when the answer is sent, or when its connection ends. The answer's own `close` is not enough: one
   * that waits behind another answer of its connection never has it, nor one whose connection has ended already.
   */
  once({ socket }: IncomingMessage, res: ServerResponse, over: () => void): void {
    if (socket.destroyed) return over()
    const waiting = this.#unanswered.get(socket) ?? this.#watch(socket)
    const end = () => {
      if (waiting.delete(end)) over()
    }
    waiting.add(end)
    res.once('finish', end)
  }

  #watch(socket: Socket): Set<() => void> {
    const waiting = new Set<() => void>()
    this.#unanswered.set(socket, waiting)
    socket.once('close', () => {
      for (const end of waiting) end()
    })
    return waiting
  }
}
