import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'

/**
 * The body of a call as it comes in. Destroying it leaves the connection open, so that a refusal can be sent; what is still
 * to come is then dropped. It fails when the connection breaks off.
 */
export function bodyStream(req: IncomingMessage): Readable {
  const body = new PassThrough()
  // Nobody may be listening any more when the connection breaks off.
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
