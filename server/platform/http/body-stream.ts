import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'

/**
 * The body of a call as it arrives. Destroying it leaves the connection open, so that a refusal can be sent, and
 * discards the rest. It fails when the connection breaks.
 */
export function bodyStream(req: IncomingMessage): Readable {
  const body = new PassThrough()
  // The connection may break when no listener is left.
  body.on('error', () => undefined)
  body.once('close', () => {
    req.unpipe(body)
    req.resume()
  })
  req.pipe(body)
  const fail = (error?: Error) => body.destroy(error ?? brokenOff())
  req.once('error', fail)
  req.once('aborted', () => fail())
  req.once('close', () => {
    if (!req.complete) fail()
  })
  return body
}

function brokenOff(): Error {
  return Object.assign(new Error('The connection broke off'), { code: 'ECONNRESET' })
}
