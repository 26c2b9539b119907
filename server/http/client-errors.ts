import type { Socket } from 'node:net'

const ANSWERS: Record<string, [status: string, error: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of this call are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'This call took too long to arrive.'],
}
const OTHERWISE = ['400 Bad Request', 'This call could not be understood.']

/** Answers bytes that never became a call, in the same form as every other failure. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const [status, sentence] = ANSWERS[error.code ?? ''] ?? OTHERWISE
    const body = JSON.stringify({ error: sentence, code: 'bad-input' })
    const head = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`
    socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}
