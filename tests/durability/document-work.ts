import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import type { PostgresServer } from '../../server/testing/postgres-server.ts'
import { onePage, pdfOf, rawPdf } from '../../server/testing/documents/pdf.ts'
import type { Reading, ReadingDetails, RequestSources } from '../../shared/document-ai.ts'
import type { DocumentProposal } from '../../shared/document-proposals.ts'
import type { DocumentList, DocumentText, StoredDocument, Upload } from '../../shared/documents.ts'
import { Broken, Office, sweepProblems } from './documents.ts'

const PASSWORD = 'rfd-demo'
const WRITERS = ['admin', 'manager', 'samuel']
const REQUEST = { title: 'Licence', description: 'x', department: 'it', priority: 'low', dueDate: '2030-05-17' }
/** Documents that a writer attaches between two kills: reading more takes minutes and shows nothing else. */
const MOST_DOCUMENTS = 5
/** On PostgreSQL the jobs of a killed server are resumed when their lease has expired. */
const TIMEOUT_MS = 180_000

interface WorkOutcome {
  kills: number
  attached: number
  accepted: number
  undone: number
  deleted: number
  restored: number
  problems: string[]
}

interface Writer {
  name: string
  token: string
  requestId: string
  readingId: string
  /** text of each acknowledged document by id */
  texts: Map<string, string>
  /** last acknowledged state of a document; absent while unknown */
  isThere: Map<string, boolean>
  /** the same for a proposal */
  isAccepted: Map<string, boolean>
}

/**
 * Three users attach documents whose text is read, accept and undo proposals, delete and restore, while the server is killed;
 * everything is compared with what was acknowledged. In the end all texts must be there and nothing must be left over.
 */
export async function runDocumentWorkKills(
  { kills, postgres }: { kills: number; postgres?: PostgresServer },
  onProgress: (line: string) => void = () => {},
): Promise<WorkOutcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rfd-document-work-'))
  const outcome: WorkOutcome = { kills: 0, attached: 0, accepted: 0, undone: 0, deleted: 0, restored: 0, problems: [] }
  const writers = WRITERS.map(newWriter)
  const databaseUrl = postgres?.url
  const environment = { DATA_DIR: dataDir, DEMO: 'on', DEMO_PASSWORD: PASSWORD, RATE_LIMITS: 'off' }
  const start = () => startServer({ ...environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  let server: ServerProcess | undefined
  try {
    server = await start()
    for (const writer of writers) await prepare(new Office(server.url), writer)
    while (outcome.kills < kills && outcome.problems.length === 0) {
      server ??= await start()
      const office = new Office(server.url)
      for (const writer of writers) await compare(office, writer, outcome)
      let isKilled = false
      let isOver = false
      const working = Promise.all(writers.map((writer) => workOn(office, writer, outcome, () => isKilled)))
      void working.finally(() => (isOver = true))
      await Promise.race([pause(300 + Math.random() * 2500), working])
      // At least one decision before the last kill, however slow the machine is.
      while (outcome.kills === kills - 1 && outcome.accepted === 0 && !isOver) await pause(20)
      isKilled = true
      await server.kill()
      server = undefined
      await working
      outcome.kills++
      onProgress(`kill ${outcome.kills}: ${JSON.stringify({ ...outcome, problems: outcome.problems.length })}`)
    }
    server = await start()
    for (const writer of writers) {
      await compare(new Office(server.url), writer, outcome)
      await untilRead(new Office(server.url), writer, outcome)
    }
    await server.stop()
    server = undefined
    outcome.problems.push(...(await sweepProblems(dataDir, databaseUrl)))
  } catch (error) {
    outcome.problems.push(String(error))
  } finally {
    await server?.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return outcome
}

function newWriter(name: string): Writer {
  const nothing = { texts: new Map<string, string>(), isThere: new Map<string, boolean>() }
  return { name, token: '', requestId: '', readingId: '', ...nothing, isAccepted: new Map() }
}

const THINGS = [
  'seal number',
  'bond number',
  'name of the driver',
  'gross weight',
  'route',
  'office of exit',
  'guarantee',
]

/** Creates a request to attach to, and a document with proposals to decide. */
async function prepare(office: Office, writer: Writer): Promise<void> {
  const account = { username: writer.name, password: PASSWORD }
  writer.token = (await office.call<{ token: string }>(writer, 'POST', '/api/auth/login', account)).token
  writer.requestId = (await office.call<{ id: string }>(writer, 'POST', '/api/requests', REQUEST)).id
  const asks = THINGS.map((thing) => `The portal of ${writer.name} should show the ${thing} by 31 March 2031.`)
  const content = await pdfOf((pdf) => asks.forEach((ask) => pdf.text(ask).moveDown()))
  const uploadIds = [await upload(office, writer, content)]
  const [reading] = await office.call<Reading[]>(writer, 'POST', '/api/document-readings', { uploadIds })
  writer.readingId = reading!.id
  const giveUpAt = Date.now() + TIMEOUT_MS
  while ((await readingOf(office, writer)).state !== 'ready') {
    if (Date.now() > giveUpAt) throw new Error('The first document is not read')
    await pause(300)
  }
}

function readingOf(office: Office, writer: Writer): Promise<ReadingDetails> {
  return office.call<ReadingDetails>(writer, 'GET', `/api/document-readings/${writer.readingId}`)
}

async function upload(office: Office, writer: Writer, content: Buffer): Promise<string> {
  const announced = { name: `${writer.name}.pdf`, size: content.length }
  const { id } = await office.call<Upload>(writer, 'POST', '/api/uploads', announced)
  await office.call(writer, 'PATCH', `/api/uploads/${id}?offset=0`, content)
  return id
}

/** Attaches, accepts or undoes, deletes or restores, until the server is killed. */
async function workOn(office: Office, writer: Writer, outcome: WorkOutcome, isOver: () => boolean): Promise<void> {
  try {
    const { proposals } = await readingOf(office, writer)
    for (let turn = 0; !isOver(); turn++) {
      if (turn < MOST_DOCUMENTS) await attach(office, writer, outcome)
      const proposal = proposals[turn % proposals.length]
      if (proposal) await decide(office, writer, proposal.id, outcome)
      await deleteOrRestore(office, writer, outcome)
    }
  } catch (error) {
    if (!(error instanceof Broken)) outcome.problems.push(String(error))
  }
}

async function attach(office: Office, writer: Writer, outcome: WorkOutcome): Promise<void> {
  const text = `word ${crypto.randomUUID()}`
  const uploadIds = [await upload(office, writer, rawPdf(onePage(text)))]
  const path = `/api/requests/${writer.requestId}/documents`
  const { documents } = await office.call<DocumentList>(writer, 'POST', path, { uploadIds })
  const added = documents.find(({ id }) => !writer.texts.has(id) && documents.at(-1)!.id === id)
  if (!added) throw new Error('An attached document is not in the answer')
  writer.texts.set(added.id, text)
  writer.isThere.set(added.id, true)
  outcome.attached++
}

/** Every decision is sent twice with the same idempotency key: the second one must be a no-op. */
async function decide(office: Office, writer: Writer, id: string, outcome: WorkOutcome): Promise<void> {
  const isAccepting = writer.isAccepted.get(id) !== true
  const decision = isAccepting ? 'accept' : 'undo'
  const key = crypto.randomUUID()
  // The state is unknown until the answer arrives.
  writer.isAccepted.delete(id)
  const path = `/api/document-proposals/${id}/decisions`
  const send = () => office.call<DocumentProposal>(writer, 'POST', path, { decision }, key)
  // The other writers' asks are similar: each possible duplicate is reported once, and the proposal is then accepted anyway.
  for (let isTold = true; isTold;) {
    isTold = await send().then(
      () => false,
      (error: Error) => error.message.includes('possible-duplicates') || Promise.reject(error),
    )
  }
  writer.isAccepted.set(id, isAccepting)
  await send()
  if (isAccepting) outcome.accepted++
  else outcome.undone++
}

async function deleteOrRestore(office: Office, writer: Writer, outcome: WorkOutcome): Promise<void> {
  const [id] = [...writer.isThere.keys()]
  if (id === undefined) return
  const isDeleting = writer.isThere.get(id) === true
  writer.isThere.delete(id)
  if (isDeleting) await office.call<StoredDocument>(writer, 'DELETE', `/api/documents/${id}`)
  else await office.call<StoredDocument>(writer, 'PUT', `/api/documents/${id}/restore`, {})
  writer.isThere.set(id, !isDeleting)
  if (isDeleting) outcome.deleted++
  else outcome.restored++
}

/** The listing must match what was acknowledged; where the state was unknown, the listing becomes the reference. */
async function compare(office: Office, writer: Writer, outcome: WorkOutcome): Promise<void> {
  const { documents } = await office.call<DocumentList>(writer, 'GET', `/api/requests/${writer.requestId}/documents`)
  const listed = new Set(documents.map(({ id }) => id))
  for (const [id, isThere] of writer.isThere) {
    if (listed.has(id) !== isThere) outcome.problems.push(`A document is ${isThere ? 'lost' : 'listed again'}: ${id}`)
  }
  for (const id of writer.texts.keys()) writer.isThere.set(id, listed.has(id))
  for (const { id, text } of documents) {
    const expected = writer.texts.get(id)
    if (text.state !== 'ready' || expected === undefined) continue
    const { pages } = await office.call<DocumentText>(writer, 'GET', `/api/documents/${id}/text`)
    if (pages.map((page) => page.text).join() !== expected) outcome.problems.push(`A text is not whole: ${id}`)
  }
  const { proposals } = await readingOf(office, writer)
  if (proposals.length === 0) outcome.problems.push('Proposals are gone')
  for (const proposal of proposals) await compareProposal(office, writer, proposal, outcome)
}

async function compareProposal(
  office: Office,
  writer: Writer,
  { id, state, request }: DocumentProposal,
  outcome: WorkOutcome,
): Promise<void> {
  const known = writer.isAccepted.get(id)
  const isAccepted = state === 'accepted'
  if (known !== undefined && known !== isAccepted) outcome.problems.push(`A decision is lost: ${id} is ${state}`)
  writer.isAccepted.set(id, isAccepted)
  if (!isAccepted) return
  if (!request) return void outcome.problems.push(`An accepted proposal has no request: ${id}`)
  const { sources } = await office.call<RequestSources>(writer, 'GET', `/api/requests/${request.id}/sources`)
  const { documents } = await office.call<DocumentList>(writer, 'GET', `/api/requests/${request.id}/documents`)
  if (sources.length !== 1 || documents.length !== 1 || request.status === 'cancelled')
    outcome.problems.push(`A request is half of what was accepted: ${request.requestId}`)
}

/** Interrupted work must resume by itself until every text is extracted and searchable. */
async function untilRead(office: Office, writer: Writer, outcome: WorkOutcome): Promise<void> {
  const giveUpAt = Date.now() + TIMEOUT_MS
  for (;;) {
    const { documents } = await office.call<DocumentList>(writer, 'GET', `/api/requests/${writer.requestId}/documents`)
    const waiting = documents.filter(({ text }) => text.state !== 'ready')
    if (waiting.length === 0) break
    if (Date.now() > giveUpAt) return void outcome.problems.push(`${waiting.length} texts are not read`)
    await pause(500)
  }
  await compare(office, writer, outcome)
  const [last] = [...writer.isThere].filter(([, isThere]) => isThere).at(-1) ?? []
  const word = last === undefined ? undefined : writer.texts.get(last)
  if (word === undefined) return
  while (Date.now() < giveUpAt) {
    const { total } = await office.call<{ total: number }>(
      writer,
      'GET',
      `/api/requests?search=${encodeURIComponent(word)}`,
    )
    if (total === 1) return
    await pause(500)
  }
  outcome.problems.push(`A text is not found: ${word}`)
}
