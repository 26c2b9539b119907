import { type ChildProcess, spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import http from 'node:http'
import { join } from 'node:path'
import { UPLOAD_PIECE } from '../shared/documents.ts'
import { onCore } from './load.ts'
import type { Office } from './office.ts'
import { atLeast, type Row } from './report.ts'

const SIZE = 10 * 1024 * 1024
const ROUNDS = 15

/** Upload and download of a ten-megabyte file, compared with a bare server that only writes and reads it. */
export async function measureDocuments(office: Office): Promise<Row[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const bare = await startBaseline(join(office.place.disk, 'bare-file'))
  const content = Buffer.alloc(SIZE, '%PDF-1.7\n% customs tariff line\n')
  try {
    const up: Pair = { ours: [], bare: [] }
    const pieces: Pair = { ours: [], bare: up.bare }
    const down: Pair = { ours: [], bare: [] }
    for (let round = 0; round < ROUNDS; round++) {
      // New content each time: known content is deduplicated and would not be stored again.
      randomFillSync(content, 100, 100_000)
      up.bare.push(await timed(() => call(agent, bare.url, { method: 'PUT', body: content })))
      down.bare.push(await timed(() => call(agent, bare.url)))
      pieces.ours.push(await timed(() => upload(agent, office, content, UPLOAD_PIECE)))
      randomFillSync(content, 100, 100_000)
      let id = ''
      up.ours.push(await timed(async () => (id = await upload(agent, office, content, SIZE))))
      const path = `/api/documents/${await attach(agent, office, id)}/content`
      const url = new URL(path, office.server.url)
      down.ours.push(await timed(() => call(agent, url, { headers: office.headers })))
    }
    return [
      rowOf('10 MB up in one call, recognized and on disk', up),
      rowOf('10 MB up as the page sends it, in pieces that can be resumed', pieces, 0.2),
      rowOf('10 MB down', down),
    ]
  } finally {
    agent.destroy()
    bare.process.kill()
  }
}

interface Pair {
  ours: number[]
  bare: number[]
}

function rowOf(what: string, { ours, bare }: Pair, budget = 0.5): Row {
  const [own, limit] = [median(ours), median(bare)]
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const more = { measured: ms(own), limit: `${ms(limit)} (bare node:http)`, ratio: (limit / own).toFixed(2) }
  return { ...atLeast(what, limit / own, budget, (ratio) => `${ratio} of bare`), ...more }
}

/** Leaves out the first three values, in which both servers warm up. */
function median(times: number[]): number {
  const sorted = times.slice(3).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function upload(agent: http.Agent, { server, headers }: Office, content: Buffer, piece: number): Promise<string> {
  const announcement = Buffer.from(JSON.stringify({ name: 'Ten megabytes.pdf', size: content.length }))
  const json = { ...headers, 'content-type': 'application/json' }
  const announced = await call(agent, new URL('/api/uploads', server.url), {
    method: 'POST',
    headers: json,
    body: announcement,
  })
  const { id } = JSON.parse(announced) as { id: string }
  for (let i = 0; i < content.length; i += piece) {
    const body = content.subarray(i, i + piece)
    const url = new URL(`/api/uploads/${id}?offset=${i}`, server.url)
    await call(agent, url, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body,
    })
  }
  return id
}

/** Attaches to a new request each time, because a request takes a limited number of documents. */
async function attach(agent: http.Agent, { server, headers }: Office, uploadId: string): Promise<string> {
  const json = { ...headers, 'content-type': 'application/json' }
  const fields = { title: 'Ten megabytes', description: 'x', department: 'it', priority: 'low', dueDate: '2030-05-17' }
  const body = Buffer.from(JSON.stringify({ ...fields, uploadIds: [uploadId] }))
  const created = await call(agent, new URL('/api/requests', server.url), { method: 'POST', headers: json, body })
  const { id } = JSON.parse(created) as { id: string }
  const listed = await call(agent, new URL(`/api/requests/${id}/documents`, server.url), { headers })
  return (JSON.parse(listed) as { documents: { id: string }[] }).documents[0]!.id
}

interface Call {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** @returns the text of a small answer; a large one is discarded */
function call(agent: http.Agent, url: URL, { method = 'GET', headers = {}, body }: Call = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = body && { 'content-length': body.length }
    const req = http.request(url, { agent, method, headers: { ...headers, ...length } }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.length < 100 && chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const isFine = res.statusCode! < 300
        const text = isFine && chunks.length > 20 ? '' : Buffer.concat(chunks).toString()
        if (isFine) resolve(text)
        else reject(new Error(`${method} ${url.pathname} answered ${res.statusCode}: ${text}`))
      })
    })
    req.on('error', reject)
    req.end(body)
  })
}

async function startBaseline(path: string): Promise<{ url: URL; process: ChildProcess }> {
  const [command, ...args] = [...onCore(0), process.execPath, join(import.meta.dirname, 'bare-files.ts'), path]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(String(data))),
  )
  return { url: new URL(`http://127.0.0.1:${Number(port)}/`), process: child }
}
