import { z } from 'zod'
import type { Tx } from '../../platform/database/db.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { DeadLetterHandler, Job, JobHandler } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { type Extraction, failed } from './extraction.ts'
import { extractInProcess, ScanTooLongError, WorkerCrashedError } from './extraction-process.ts'
import { MAX_SHORT_SCAN_PAGES } from './limits.ts'
import { storedNotes } from './notes.ts'
import {
  indexName,
  indexPages,
  nextPages,
  reindexPages,
  unindexedDocument,
  unnamedDocument,
} from '../../requests/search/pages.ts'
import {
  emptyPagesOf,
  type FileRow,
  findFile,
  hasEmptyPages,
  resetGivenUp,
  storeNote,
  storeOutcome,
  storePages,
} from './queries.ts'
import { pageBatches } from './page-batches.ts'

const KIND = 'extract-text'
export const SCAN_KIND = 'read-scan'
/**
 * Concurrent jobs of each kind, a process each. Scans of many pages take minutes: they have a separate place, so that a
 * letter does not wait for another person's tariff book.
 */
export const EXTRACTION_CONCURRENCY = { [KIND]: 2, [SCAN_KIND]: 1 }
/** Kinds of which one job of a person runs at a time: files that take long never occupy all places. */
export const EXTRACTION_ONE_PER_PERSON = [KIND]
/** UTF-16 units of text stored by one write: about a millisecond. */
const WRITE_BATCH_CHARACTERS = 100_000
/** Many, since each attempt starts over: a job has to complete even if the process is often killed in the middle. */
const MAX_ATTEMPTS = 50
/** Crashes of the reader after which the file itself is taken to be at fault. */
const MAX_CRASHES = 3

const Payload = z.object({ checksum: z.string(), personId: z.string().optional() })
type Payload = z.infer<typeof Payload>

export function extractionJobs(deps: Deps): Record<string, JobHandler> {
  return { [KIND]: (job) => extract(deps, job, MAX_SHORT_SCAN_PAGES), [SCAN_KIND]: (job) => extract(deps, job) }
}

/** Marks a file as not readable that nothing will read; whoever sees it may have it read again. */
export function deadExtractions(): Record<string, DeadLetterHandler> {
  const giveUp: DeadLetterHandler = async (tx, payload) => {
    const { checksum } = Payload.parse(payload)
    // Its other job may be waiting, or its text have been read.
    if ((await findFile(tx, checksum))?.text_state !== 'waiting') return
    const text_note = storedNotes([{ code: 'unreadable' }])
    await storeOutcome(tx, checksum, { text_state: 'failed', text_note, pages: null }, 0)
  }
  return { [KIND]: giveUp, [SCAN_KIND]: giveUp }
}

/**
 * Enqueues a file for text extraction and for indexing in each of its documents. Call it in the transaction that creates a
 * document from the file, even if its text was read before.
 * @param personId the person who waits for it, for the fair queue: fifty long files of one person do not block the others
 */
export function enqueueExtraction(tx: Tx, queue: JobQueue, checksum: string, personId: string): Promise<void> {
  return add(tx, queue, KIND, { checksum, personId })
}

/** Enqueues the file of a document again, if reading its text was given up: too slow, out of memory, or a crash. */
export async function retryText(tx: Tx, queue: JobQueue, documentId: string, personId: string): Promise<void> {
  const checksum = await resetGivenUp(tx, documentId)
  if (checksum !== undefined) await enqueueExtraction(tx, queue, checksum, personId)
}

/** Enqueues a file for recognition of its pages without text, even if the others were read before. */
export function enqueueOcr(tx: Tx, queue: JobQueue, checksum: string, personId: string): Promise<void> {
  return add(tx, queue, SCAN_KIND, { checksum, personId })
}

function add(tx: Tx, queue: JobQueue, kind: string, payload: Payload): Promise<void> {
  const { checksum, personId } = payload
  const whose = personId === undefined ? {} : { personId }
  return queue.add(tx, { kind, payload, uniqueKey: checksum, maxAttempts: MAX_ATTEMPTS, ...whose })
}

/**
 * Reads a file and stores its text. An interrupted run starts over: the text is not shown before the last write. A fault of
 * the file is stored as `failed` with its note; only a fault of ours is thrown, and retried.
 * @param maxScanPages a scan of more pages is requeued as a long one
 */
async function extract(deps: Deps, job: Job, maxScanPages?: number): Promise<void> {
  const payload = Payload.parse(job.payload)
  const { checksum } = payload
  const file = await findFile(deps.db.read, checksum)
  // The file may have been removed since.
  if (!file) return
  await indexFileNames(deps, job, checksum)
  const isAgain = maxScanPages === undefined && file.text_state === 'ready' && hasEmptyPages(file)
  if (file.text_state === 'waiting' || isAgain) {
    const extraction = await read(deps, job, file, maxScanPages)
    if (extraction === 'long') {
      await deps.db.write((tx) => add(tx, deps.queue, SCAN_KIND, payload))
      return
    }
    await (isAgain ? storeScanned : store)(deps, job, checksum, extraction)
  }
  await indexDocuments(deps, job, checksum)
}

async function read(deps: Deps, job: Job, file: FileRow, maxScanPages?: number): Promise<Extraction | 'long'> {
  const { readScans } = (await deps.settings.policy()).documents
  const content = await deps.files.read(file.store_key)
  const options = { type: file.type, readScans, maxScanPages, signal: job.signal }
  const extraction = await extractInProcess(content, options).catch((error: unknown): Extraction | 'long' => {
    if (error instanceof ScanTooLongError) return 'long'
    if (!(error instanceof WorkerCrashedError) || job.attempt < MAX_CRASHES) throw error
    return failed('unreadable')
  })
  job.signal.throwIfAborted()
  return extraction
}

async function store({ db }: Deps, job: Job, checksum: string, extraction: Extraction): Promise<void> {
  const pages = extraction.state === 'ready' ? extraction.pages : []
  for (const batch of pageBatches(pages, WRITE_BATCH_CHARACTERS)) {
    await db.whenIdle(1000)
    job.signal.throwIfAborted()
    await db.write((tx) => storePages(tx, checksum, batch))
  }
  const outcome = {
    text_state: extraction.state,
    text_note: storedNotes(extraction.notes),
    pages: extraction.state === 'failed' ? null : extraction.pageCount,
  }
  await db.write((tx) => storeOutcome(tx, checksum, outcome, pages.length))
}

/** Fills the pages without text. Each write updates text and search index atomically. */
async function storeScanned({ db }: Deps, job: Job, checksum: string, extraction: Extraction): Promise<void> {
  // The text that was read before stays.
  if (extraction.state !== 'ready') return
  const empty = new Set(await emptyPagesOf(db.read, checksum))
  const filled = extraction.pages.filter(({ number, text }) => empty.has(number) && text !== '')
  for (const batch of pageBatches(filled, WRITE_BATCH_CHARACTERS)) {
    await db.whenIdle(1000)
    job.signal.throwIfAborted()
    await db.write(async (tx) => {
      await storePages(tx, checksum, batch)
      await reindexPages(
        tx,
        checksum,
        batch.map(({ number, text }) => ({ page: number, text })),
      )
    })
  }
  await db.write((tx) => storeNote(tx, checksum, storedNotes(extraction.notes)))
}

/** Indexes the file's name in each of its documents, also if its text cannot be read. */
async function indexFileNames({ db }: Deps, job: Job, checksum: string): Promise<void> {
  for (;;) {
    const document = await unnamedDocument(db.read, checksum)
    if (!document) return
    job.signal.throwIfAborted()
    await db.write((tx) => indexName(tx, document))
  }
}

/** Indexes the text for every document of the file; resumes where an interrupted run stopped. */
async function indexDocuments({ db }: Deps, job: Job, checksum: string): Promise<void> {
  for (;;) {
    const document = await unindexedDocument(db.read, checksum)
    if (!document) return
    const rows = await nextPages(db.read, checksum, document.through)
    await db.whenIdle(1000)
    job.signal.throwIfAborted()
    await db.write((tx) => indexPages(tx, document, rows))
  }
}
