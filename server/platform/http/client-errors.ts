import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Problem } from '../../../shared/problem.ts'
import { hasLargeUnreadBody } from './body.ts'
import { DATA_HEADERS } from './headers.ts'

const TOO_SLOW = 'This call took too long to arrive.'
const ANSWERS: Record<string, [status: string, error: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of this call are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', TOO_SLOW],
}
const OTHERWISE = ['400 Bad Request', 'This call could not be understood.']

/** Responds to bytes that could not be parsed as a call, in the same form as any other failure. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // The client closed the connection in mid-call and reads no response; a thousand doing so at once must not cost one
  // each.
  if (error.code === 'HPE_INVALID_EOF_STATE') return void socket.destroy()
  if (socket.writable) {
    const [status, sentence] = ANSWERS[error.code ?? ''] ?? OTHERWISE
    const body = JSON.stringify({ error: sentence, code: 'bad-input' })
    const headers = {
      ...DATA_HEADERS,
      'content-type': 'application/json',
      'content-length': body.length,
      connection: 'close',
    }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
  }
  socket.destroy(error)
}

/** Refuses a call, before the framework sees it, because too many are waiting. */
export function refuseEarly(req: IncomingMessage, res: ServerResponse, error: string): void {
  const connection = hasLargeUnreadBody(req) && { connection: 'close' }
  refuse(res, 503, { error, code: 'unavailable' }, { ...connection, 'retry-after': '1' })
}

/** Refuses a call, before the framework sees it, whose body has not arrived in time. */
export function refuseUnfinished(res: ServerResponse): void {
  refuse(res, 408, { error: TOO_SLOW, code: 'bad-input' }, { connection: 'close' })
}

function refuse(res: ServerResponse, status: number, problem: Problem, headers: OutgoingHttpHeaders): void {
  const body = JSON.stringify(problem)
  const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
  res.writeHead(status, { ...DATA_HEADERS, ...type, ...headers }).end(body)
}
