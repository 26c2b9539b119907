import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { BucketSettings } from '../platform/files/bucket-client.ts'

/** `hang`: no answer; `break`: the connection ends; `cut`: half of the answer, then the connection ends. */
export type Fault = 'hang' | 'break' | 'cut' | { status: number; code: string; message?: string }

interface FakeCall {
  /** such as `PUT part`, `GET object`, `POST complete` */
  name: string
  key: string
  query: URLSearchParams
}

/** Entries of one page of a list, few enough that tests need several. */
const PAGE = 2

/**
 * A bucket in memory that fails as it is asked to. It knows what backups need and s3rver lacks: aborting uploads, and
 * listing those under way.
 */
export async function startFakeBucket() {
  const fake = new FakeBucket()
  const server = createServer((req, res) => void fake.answer(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const credentials = { accessKeyId: 'KEY', secretAccessKey: 'SECRET' }
  const settings = { bucket: 'safe', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, credentials }
  return {
    fake,
    settings: settings satisfies BucketSettings,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

class FakeBucket {
  readonly objects = new Map<string, { body: Buffer; at: Date }>()
  /** unfinished uploads by their id */
  readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  /** names of the calls that arrived */
  readonly calls: string[] = []
  /** decides how a call fails */
  fault: (call: FakeCall) => Fault | undefined = () => undefined

  /** what is kept of the bytes that arrive */
  keep: (body: Buffer) => Buffer = (body) => body

  reset(): void {
    this.objects.clear()
    this.uploads.clear()
    this.calls.length = 0
    this.fault = () => undefined
    this.keep = (body) => body
  }

  async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(req.url!, 'http://fake')
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
    const key = rest.join('/')
    const name = nameOf(req.method!, key, query)
    this.calls.push(name)
    const fault = this.fault({ name, key, query })
    if (fault === 'hang') return
    if (fault === 'break') return void req.socket.destroy()
    const body = await buffer(req).catch(() => undefined)
    if (!body) return
    if (typeof fault === 'object') return refuse(res, fault)
    if (bucket !== 'safe') return refuse(res, { status: 404, code: 'NoSuchBucket' })
    if (!req.headers.authorization?.includes('Credential=KEY/'))
      return refuse(res, { status: 403, code: 'InvalidAccessKeyId' })
    if (fault === 'cut') return this.#cut(key, res)
    this.#handle(name, { key, query, body, range: req.headers.range }, res)
  }

  #cut(key: string, res: ServerResponse): void {
    const { body } = this.objects.get(key)!
    res.writeHead(206, { 'content-length': body.length })
    res.write(body.subarray(0, body.length / 2), () => res.destroy())
  }

  #handle(
    name: string,
    call: { key: string; query: URLSearchParams; body: Buffer; range: string | undefined },
    res: ServerResponse,
  ) {
    const { key, query, body } = call
    const upload = this.uploads.get(query.get('uploadId') ?? '')
    const object = this.objects.get(key)
    const noUpload = { status: 404, code: 'NoSuchUpload' }
    switch (name) {
      case 'GET list':
        return send(res, this.#list(query))
      case 'GET uploads':
        return send(res, this.#listUploads(query.get('prefix') ?? ''))
      case 'POST uploads': {
        const id = randomUUID()
        this.uploads.set(id, { key, parts: new Map() })
        return send(res, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
      }
      case 'PUT part':
        if (!upload) return refuse(res, noUpload)
        upload.parts.set(Number(query.get('partNumber')), body)
        return void res.writeHead(200, { etag: etagOf(body) }).end()
      case 'POST complete':
        if (!upload) return refuse(res, noUpload)
        this.#complete(query.get('uploadId')!)
        return send(res, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
      case 'DELETE upload':
        return void res.writeHead(this.uploads.delete(query.get('uploadId')!) ? 204 : 404).end()
      case 'DELETE object':
        this.objects.delete(key)
        return void res.writeHead(204).end()
      case 'PUT object':
        this.objects.set(key, { body, at: new Date() })
        return void res.writeHead(200, { etag: etagOf(body) }).end()
      default:
        if (!object) return refuse(res, { status: 404, code: 'NoSuchKey' })
        return this.#send(object.body, call.range, res)
    }
  }

  #send(body: Buffer, range: string | undefined, res: ServerResponse): void {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const piece = from === undefined ? body : body.subarray(Number(from), Number(to) + 1)
    res.writeHead(from === undefined ? 200 : 206, { 'content-length': piece.length, etag: etagOf(body) })
    res.end(piece)
  }

  #complete(id: string): void {
    const { key, parts } = this.uploads.get(id)!
    const inOrder = [...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)
    this.objects.set(key, { body: this.keep(Buffer.concat(inOrder)), at: new Date() })
    this.uploads.delete(id)
  }

  #list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted()
    const shown = keys.slice(0, PAGE)
    const contents = shown.map((key) => {
      const { body, at } = this.objects.get(key)!
      return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`
    })
    const next = keys.length > PAGE ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
  }

  #listUploads(prefix: string): string {
    const uploads = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix))
    const lines = uploads.map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
    return `<ListMultipartUploadsResult>${lines.join('')}</ListMultipartUploadsResult>`
  }
}

function nameOf(method: string, key: string, query: URLSearchParams): string {
  if (key === '') return query.has('uploads') ? 'GET uploads' : `${method} list`
  if (method === 'POST') return query.has('uploads') ? 'POST uploads' : 'POST complete'
  if (query.has('uploadId')) return method === 'PUT' ? 'PUT part' : 'DELETE upload'
  return `${method} object`
}

function send(res: ServerResponse, xml: string): void {
  res.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
}

function refuse(res: ServerResponse, { status, code, message = 'No' }: Exclude<Fault, string>): void {
  res
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`)
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}
