import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Reports when responses have ended. */
export class ResponseEnds {
  /** One listener per connection, however many calls it carries. */
  readonly #unanswered = new WeakMap<Socket, Set<() => void>>()

  /**
   * Calls `over` once: when the response is sent, or when its connection closes. The response's own `close` event is
   * not enough: it never fires for a response queued behind another one on its connection, nor for a connection that is
   * already closed.
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
