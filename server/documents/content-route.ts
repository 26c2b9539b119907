import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { AppError } from '../platform/errors.ts'
import { isKnown, knownTags } from '../platform/http/etag.ts'
import type { Deps } from './deps.ts'
import { attachmentHeader } from './disposition.ts'
import { type ContentFacts, findContent } from './content.ts'
import { rangeOf } from './ranges.ts'
import { text } from '../../shared/texts/say.ts'

/** A download without progress for this long is aborted. */
const STALLED_MS = 60_000

/** Uploaded files are untrusted: nothing in them may load, run or be sniffed as another type in a browser. */
const FILE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-cache',
  'accept-ranges': 'bytes',
}

/** Sends a document's stored bytes, uncompressed and with back-pressure. */
export async function sendContent(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'files'>,
  req: FastifyRequest,
  reply: FastifyReply,
  id: string,
) {
  const content = await findContent(deps, req.actor, id)
  const { etag, size } = content
  reply.headers({ ...FILE_HEADERS, etag })
  if (isKnown(req.headers['if-none-match'], etag)) return reply.code(304).send()
  const range = isSameFile(req, etag) ? rangeOf(req.headers.range, size) : undefined
  if (range === 'unsatisfiable') throw outside(size)
  const { from, to } = range ?? { from: 0, to: size - 1 }
  const head = { 'content-length': to - from + 1, 'content-disposition': attachmentHeader(content.name) }
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
  reply.type(content.mediaType).headers(head)
  // Fastify would set its own content-length for anything but a stream.
  if (req.method === 'HEAD') return reply.send(Readable.from([]))
  return sendStream(reply, content, range)
}

async function sendStream(reply: FastifyReply, content: ContentFacts, range: ReturnType<typeof rangeOf>) {
  const stream = await content.open(range === 'unsatisfiable' ? undefined : range)
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  return reply.send(stream)
}

/** If-Range: a part of a changed file must not be joined to the rest of the old one. */
function isSameFile({ headers }: FastifyRequest, etag: string): boolean {
  const ifRange = headers['if-range']
  return ifRange === undefined || knownTags(String(ifRange)).includes(etag)
}

function outside(size: number): AppError {
  const headers = { 'content-range': `bytes */${size}` }
  return new AppError(
    'range-not-satisfiable',
    text('The file has {size} bytes; the range lies behind its end.', { size }),
    {
      headers,
    },
  )
}
