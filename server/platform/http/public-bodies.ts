import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody, PUBLIC_BODY_LIMIT } from './body.ts'
import { refuseUnfinished } from './client-errors.ts'

/** Counted from the headers, so that dripping bytes gain no time. */
const ARRIVAL_MS = 5000

/**
 * Starts a call without a session once its body has arrived, so that it holds no turn meanwhile: a few half-sent bodies
 * would otherwise hold all turns of their address. A body above the limit is not waited for, because its call is refused
 * anyway. If it has not arrived in time, the call is refused and its connection closed.
 */
export function whenBodyArrived(req: IncomingMessage, res: ServerResponse, begin: () => void): void {
  if (!hasBody(req.headers)) return begin()
  let isBegun = false
  const start = () => {
    isBegun = true
    req.off('readable', check)
    begin()
  }
  // The stream's buffer holds more than the limit, so the whole body waits there for the framework.
  const check = () => {
    if (req.complete) clearTimeout(timer)
    if (req.complete || req.readableLength > PUBLIC_BODY_LIMIT) start()
  }
  const timer = setTimeout(() => {
    if (req.complete) return
    req.off('readable', check)
    if (isBegun) req.socket.destroy()
    else refuseUnfinished(res)
  }, ARRIVAL_MS)
  req.once('close', () => clearTimeout(timer))
  if (Number(req.headers['content-length']) > PUBLIC_BODY_LIMIT) start()
  else req.on('readable', check)
}
