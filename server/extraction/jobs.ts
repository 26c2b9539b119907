import { z } from 'zod'
import type { Tx } from '../database/db.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Job, JobHandler } from '../jobs/runner.ts'
import type { Deps } from './deps.ts'
import { type Extraction, UNREADABLE } from './extraction.ts'
import { extractInProcess, ReaderEnded } from './extraction-process.ts'
import { indexPages, nextPages, unindexedDocument } from '../search/pages.ts'
import { type FileRow, findFile, storeOutcome, storePages } from './queries.ts'
import { pageBatches } from './page-batches.ts'

const KIND = 'extract-text'
/** As many files are read at the same time; each takes a process. */
export const MOST_EXTRACTIONS = 2
/** UTF-16 units of text that one write stores: about a millisecond. */
const WRITTEN_AT_ONCE = 100_000
/** Each begins anew, and a program that is often ended in the middle of one comes to the end of it, too. */
const MOST_ATTEMPTS = 50
/** A file whose reader has died that often is at fault itself. */
const MOST_CRASHES = 3

const Payload = z.object({ checksum: z.string() })

export function extractionJobs(deps: Deps): Record<string, JobHandler> {
  return { [KIND]: (job) => extract(deps, job) }
}

/**
 * Has the text of a file read in the background, and made findable for every document that it is. Call it in the transaction
 * that makes a document of the file, also where its text was read before.
 * @param personId who waits for it: fifty long files of one person make nobody else wait for all of them
 */
export async function askForText(tx: Tx, queue: JobQueue, checksum: string, personId: string): Promise<void> {
  await queue.add(tx, { kind: KIND, payload: { checksum }, uniqueKey: checksum, personId, maxAttempts: MOST_ATTEMPTS })
}

/**
 * Reads a file and stores its text. Stopped at any time it begins anew: nobody is shown anything before the last write. A
 * fault of the file is stored as `failed` with its sentence; only a fault of ours is thrown, and tried again.
 */
async function extract(deps: Deps, job: Job): Promise<void> {
  const { checksum } = Payload.parse(job.payload)
  const file = await findFile(deps.db.read, checksum)
  // It may have been removed since.
  if (!file) return
  if (file.text_state === 'waiting') await read(deps, job, checksum, file)
  await makeFindable(deps, job, checksum)
}

async function read(deps: Deps, job: Job, checksum: string, file: FileRow): Promise<void> {
  const { readScans } = (await deps.settings.policy()).documents
  const content = await deps.files.read(file.store_key)
  const extraction = await extractInProcess(content, { type: file.type, readScans, signal: job.signal }).catch(
    (error: unknown): Extraction => {
      if (!(error instanceof ReaderEnded) || job.attempt < MOST_CRASHES) throw error
      return { state: 'failed', note: UNREADABLE }
    },
  )
  job.signal.throwIfAborted()
  await store(deps, job, checksum, extraction)
}

async function store({ db }: Deps, job: Job, checksum: string, extraction: Extraction): Promise<void> {
  const pages = extraction.state === 'ready' ? extraction.pages : []
  for (const batch of pageBatches(pages, WRITTEN_AT_ONCE)) {
    await db.whenIdle(1000)
    job.signal.throwIfAborted()
    await db.write((tx) => storePages(tx, checksum, batch))
  }
  const outcome = {
    text_state: extraction.state,
    text_note: extraction.note,
    pages: extraction.state === 'failed' ? null : extraction.pageCount,
  }
  await db.write((tx) => storeOutcome(tx, checksum, outcome, pages.length))
}

/** Adds the text to the search, for every document that the file is; goes on where an interrupted run has ended. */
async function makeFindable({ db }: Deps, job: Job, checksum: string): Promise<void> {
  for (;;) {
    const document = await unindexedDocument(db.read, checksum)
    if (!document) return
    const rows = await nextPages(db.read, checksum, document.through)
    await db.whenIdle(1000)
    job.signal.throwIfAborted()
    await db.write((tx) => indexPages(tx, document, rows))
  }
}
