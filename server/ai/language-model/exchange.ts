import type { IncomingMessage } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { http } from '../../platform/http/node-http.ts'
import { allowedAddresses, forbiddenAddress } from '../../platform/outgoing/allowed-lookup.ts'
import { isForbiddenAddress } from '../../platform/outgoing/forbidden-addresses.ts'
import { ModelFailure } from './failure.ts'

const MAX_BYTES = 256 * 1024

interface Call {
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

interface ModelExchange {
  status: number
  /** the header as it came */
  retryAfter: string | undefined
  text: string
}

/**
 * One POST to an endpoint. The name is resolved once, and the connection uses the addresses that were checked, so that
 * DNS rebinding cannot swap them in between. Redirects are not followed: they would carry the text, and maybe the key,
 * to a host that the administrator has not approved.
 */
export async function post(
  url: string,
  call: Call,
  lookup: LookupFunction = allowedAddresses(),
): Promise<ModelExchange> {
  const { signal } = call
  try {
    const host = new URL(url).hostname.replace(/^\[(.+)\]$/, '$1')
    // A literal address bypasses `lookup` and its check.
    if (isIP(host) !== 0 && isForbiddenAddress(host)) throw forbiddenAddress()
    const res = await send(url, call, lookup)
    return { status: res.statusCode ?? 0, retryAfter: res.headers['retry-after'], text: await limitedText(res) }
  } catch (error) {
    if (error instanceof ModelFailure) throw error
    throw new ModelFailure(signal.aborted ? 'timeout' : 'unreachable', { detail: signal.aborted ? '' : codeIn(error) })
  }
}

function send(url: string, { headers, body, signal }: Call, lookup: LookupFunction): Promise<IncomingMessage> {
  const request = url.startsWith('https:') ? requestOverTls : http.request
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
      lookup,
    }
    request(url, options, resolve).on('error', reject).end(body)
  })
}

async function limitedText(res: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of res as AsyncIterable<Buffer>) {
    size += part.length
    // Leaving the loop closes the connection.
    if (size > MAX_BYTES) throw new ModelFailure('too-large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function codeIn(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
