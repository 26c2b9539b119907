import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import type { Db } from '../../server/platform/database/db.ts'
import { openDatabase } from '../../server/platform/database/open.ts'
import { LocalFolder } from '../../server/platform/files/local-folder.ts'
import { pdfOf } from '../../server/testing/sample-files.ts'
import { sweepStore } from '../../server/documents/uploads/sweep.ts'
import type { DocumentList, StoredDocument, Upload } from '../../shared/documents.ts'

const PASSWORD = 'rfd-demo'
const WRITERS = ['admin', 'manager', 'samuel', 'user']
const PIECE = 256 * 1024
const REQUEST = { title: 'Licence', description: 'x', department: 'it', priority: 'low', dueDate: '2030-05-17' }
const HOUR_MS = 3_600_000

interface DocumentOutcome {
  kills: number
  /** documents whose attachment was acknowledged */
  attached: number
  deleted: number
  /** interrupted uploads that were resumed */
  resumed: number
  problems: string[]
}

interface Writer {
  name: string
  token: string
  /** the request to which the documents are attached */
  requestId: string
  /** checksums of the documents whose attachment was acknowledged and whose deletion was not requested */
  there: Map<string, string>
  /** documents whose deletion was acknowledged */
  gone: Set<string>
  /** the interrupted upload */
  open: { id: string; content: Buffer } | undefined
}

/**
 * Four users upload, attach and delete documents while the server is killed and restarted; interrupted uploads are resumed, and
 * every document is compared with what was sent. In the end the sweep must leave exactly the listed files.
 * @param onProgress receives a line about each kill
 */
export async function runDocumentKills(
  { kills }: { kills: number },
  onProgress: (line: string) => void = () => {},
): Promise<DocumentOutcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rfd-document-kills-'))
  const outcome: DocumentOutcome = { kills: 0, attached: 0, deleted: 0, resumed: 0, problems: [] }
  const writers = WRITERS.map((name): Writer => ({
    name,
    token: '',
    requestId: '',
    there: new Map(),
    gone: new Set(),
    open: undefined,
  }))
  let server: ServerProcess | undefined
  try {
    while (outcome.kills < kills && outcome.problems.length === 0) {
      server = await startServer(environmentOf(dataDir))
      const office = new Office(server.url)
      for (const writer of writers) await settle(office, writer, outcome)
      let isKilled = false
      let isOver = false
      const writing = Promise.all(writers.map((writer) => writeOn(office, writer, outcome, () => isKilled)))
      void writing.finally(() => (isOver = true))
      await Promise.race([pause(200 + Math.random() * 1500), writing])
      // At least one attachment before the last kill, however slow the machine is.
      while (outcome.kills === kills - 1 && outcome.attached === 0 && !isOver) await pause(20)
      isKilled = true
      await server.kill()
      server = undefined
      await writing
      outcome.kills++
      onProgress(`kill ${outcome.kills}: ${outcome.attached} attached, ${outcome.problems.length} problems`)
    }
    server = await startServer(environmentOf(dataDir))
    for (const writer of writers) await settle(new Office(server.url), writer, outcome)
    await server.stop()
    server = undefined
    outcome.problems.push(...(await sweepProblems(dataDir)))
  } finally {
    await server?.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return outcome
}

const environmentOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DEMO: 'on',
  DEMO_PASSWORD: PASSWORD,
  RATE_LIMITS: 'off',
})

/** The connection broke because the server was killed. */
export class Broken extends Error {}

export class Office {
  readonly #url: URL
  constructor(url: URL) {
    this.#url = url
  }

  async call<T>(
    writer: Pick<Writer, 'token'>,
    method: string,
    path: string,
    body?: Buffer | object,
    key?: string,
  ): Promise<T> {
    const bytes = await this.bytes(writer, method, path, body, key)
    return JSON.parse(bytes.toString()) as T
  }

  async bytes(
    writer: Pick<Writer, 'token'>,
    method: string,
    path: string,
    body?: Buffer | object,
    key?: string,
  ): Promise<Buffer> {
    const isPiece = Buffer.isBuffer(body)
    const headers = {
      ...(writer.token && { authorization: `Bearer ${writer.token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': isPiece ? 'application/octet-stream' : 'application/json' }),
    }
    const payload = isPiece ? new Uint8Array(body) : body && JSON.stringify(body)
    const answer = async () => {
      const res = await fetch(new URL(path, this.#url), { method, headers, ...(payload && { body: payload }) })
      return { status: res.status, bytes: Buffer.from(await res.arrayBuffer()) }
    }
    const { status, bytes } = await answer().catch((cause: unknown) => {
      throw new Broken('The server is gone', { cause })
    })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${bytes.toString().slice(0, 300)}`)
    return bytes
  }
}

/** Uploads, attaches and deletes until the server is killed. */
async function writeOn(office: Office, writer: Writer, outcome: DocumentOutcome, isOver: () => boolean): Promise<void> {
  try {
    for (let turn = 1; !isOver(); turn++) {
      const content = pdfOf(randomBytes(16).toString('hex'), Math.ceil(Math.random() * 4 * PIECE))
      const announced = await office.call<Upload>(writer, 'POST', '/api/uploads', {
        name: `${writer.name}.pdf`,
        size: content.length,
      })
      writer.open = { id: announced.id, content }
      await sendOn(office, writer, announced)
      await attach(office, writer, outcome)
      if (turn % 2 === 0) await deleteOne(office, writer, outcome)
    }
  } catch (error) {
    if (!(error instanceof Broken)) outcome.problems.push(String(error))
  }
}

async function sendOn(office: Office, writer: Writer, { id, received }: Upload): Promise<void> {
  const { content } = writer.open!
  for (let i = received; i < content.length; i += PIECE) {
    await office.call(writer, 'PATCH', `/api/uploads/${id}?offset=${i}`, content.subarray(i, i + PIECE))
  }
}

async function attach(office: Office, writer: Writer, outcome: DocumentOutcome): Promise<void> {
  const { id, content } = writer.open!
  const path = `/api/requests/${writer.requestId}/documents`
  const { documents } = await office.call<DocumentList>(writer, 'POST', path, { uploadIds: [id] })
  const checksum = sha256(content)
  const stored = documents.findLast((one) => one.checksum === checksum)
  if (!stored) throw new Error('An attached document is not in the answer')
  writer.there.set(stored.id, checksum)
  writer.open = undefined
  outcome.attached++
}

async function deleteOne(office: Office, writer: Writer, outcome: DocumentOutcome): Promise<void> {
  const [id] = writer.there.keys()
  if (id === undefined) return
  // The state is unknown until the answer arrives.
  writer.there.delete(id)
  await office.call<StoredDocument>(writer, 'DELETE', `/api/documents/${id}`)
  writer.gone.add(id)
  outcome.deleted++
}

/** Resumes the interrupted upload, and compares every listed document with what was sent. */
async function settle(office: Office, writer: Writer, outcome: DocumentOutcome): Promise<void> {
  if (writer.token === '') {
    const account = { username: writer.name, password: PASSWORD }
    writer.token = (await office.call<{ token: string }>(writer, 'POST', '/api/auth/login', account)).token
    writer.requestId = (await office.call<{ id: string }>(writer, 'POST', '/api/requests', REQUEST)).id
  }
  if (writer.open) await resume(office, writer, outcome)
  const { documents } = await office.call<DocumentList>(writer, 'GET', `/api/requests/${writer.requestId}/documents`)
  for (const { id, checksum, size } of documents) {
    if (writer.gone.has(id)) outcome.problems.push(`A deleted document is listed again: ${id}`)
    const content = await office.bytes(writer, 'GET', `/api/documents/${id}/content`)
    if (content.length !== size || sha256(content) !== checksum)
      outcome.problems.push(`A listed file is not whole: ${id}`)
  }
  const listed = new Map(documents.map(({ id, checksum }) => [id, checksum]))
  for (const [id, checksum] of writer.there) {
    if (listed.get(id) !== checksum) outcome.problems.push(`An acknowledged document is not there: ${id}`)
  }
}

async function resume(office: Office, writer: Writer, outcome: DocumentOutcome): Promise<void> {
  const { id, content } = writer.open!
  const upload = await office.call<Upload>(writer, 'GET', `/api/uploads/${id}`).catch((error: unknown) => {
    if (error instanceof Broken) throw error
    return undefined
  })
  if (!upload) {
    // The kill hit between the commit of the attachment and its answer; otherwise the upload would still exist.
    const path = `/api/requests/${writer.requestId}/documents`
    const { documents } = await office.call<DocumentList>(writer, 'GET', path)
    const stored = documents.find(({ checksum }) => checksum === sha256(content))
    if (stored) writer.there.set(stored.id, stored.checksum)
    else outcome.problems.push(`An announced upload is neither there nor attached: ${id}`)
    writer.open = undefined
    return
  }
  await sendOn(office, writer, upload)
  await attach(office, writer, outcome)
  outcome.resumed++
}

/** After the sweep, the store must contain exactly the files that the database references. */
export async function sweepProblems(dataDir: string, databaseUrl?: string): Promise<string[]> {
  const db = await openDatabase({ dataDir, databaseUrl })
  const files = new LocalFolder(join(dataDir, 'files'))
  try {
    const clock = () => new Date(Date.now() + 2 * HOUR_MS)
    await sweepStore({ db, clock, files }, AbortSignal.timeout(60_000))
    return await differences(db, files)
  } finally {
    await db.close()
  }
}

async function differences(db: Db, files: LocalFolder): Promise<string[]> {
  const rows = await db.read.selectFrom('files').select(['store_key', 'checksum']).execute()
  const used = await db.read
    .selectFrom('documents')
    .select('checksum')
    .union(
      db.read
        .selectFrom('uploads')
        .select('checksum')
        .where('checksum', 'is not', null)
        .$castTo<{ checksum: string }>(),
    )
    .execute()
  const open = await db.read.selectFrom('uploads').select('id').where('checksum', 'is', null).execute()
  const named = new Set(rows.map(({ store_key }) => store_key))
  const usedSums = new Set(used.map(({ checksum }) => checksum))
  const problems = rows
    .filter(({ checksum }) => !usedSums.has(checksum))
    .map(({ checksum }) => `Nothing refers to a file: ${checksum}`)
  for await (const { key } of files.list()) {
    const isPiece = open.some(({ id }) => key.startsWith(`incoming/${id}/`))
    if (!named.delete(key) && !isPiece) problems.push(`Nothing names what lies in the store: ${key}`)
  }
  return [...problems, ...[...named].map((key) => `A file is missing in the store: ${key}`)]
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
