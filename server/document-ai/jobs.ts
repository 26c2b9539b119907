import type { Insertable } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../platform/database/tables.ts'
import { storeSuggestion } from '../ai/suggestions/stored-suggestion.ts'
import type { Tx } from '../platform/database/db.ts'
import type { JobQueue } from '../platform/jobs/queue.ts'
import type { DeadLetterHandler, Job, JobHandler } from '../platform/jobs/job.ts'
import type { Deps, ReadingDeps } from './deps.ts'
import { storeNotes } from '../stored-notes.ts'
import { engineReader } from './engine-reader.ts'
import type { ReadingNote } from './notes.ts'
import { insertProposals } from './proposal-queries.ts'
import { type DocumentReader, readDocument, type ReadProposal } from './read.ts'
import { failPending, nextPending, updatePending } from './pending-queries.ts'

const KIND = 'read-documents'
/** Polling interval while a document's text is being extracted. */
const POLL_INTERVAL_MS = 1000
/** Each document is a separate job, so this limit matters only when the process is often killed in the middle of one. */
const MAX_ATTEMPTS = 50
/** Attempts after which a document counts as failed. */
const MAX_FAILURES = 4

/**
 * Reads a person's documents one at a time: each job enqueues the next one, behind the jobs of other people that are
 * waiting by then (fair queue).
 */
export async function scheduleReading(tx: Tx, queue: JobQueue, personId: string, inMs = 0): Promise<void> {
  await queue.add(tx, { kind: KIND, payload: { personId }, uniqueKey: personId, maxAttempts: MAX_ATTEMPTS, inMs })
}

const Payload = z.object({ personId: z.string() })

/** @param reader instead of the engine and the language model */
export function documentAiJobs(
  deps: ReadingDeps,
  reader: DocumentReader = engineReader(deps),
): Record<string, JobHandler> {
  return { [KIND]: (job) => readNext(deps, reader, job) }
}

/** Marks a person's waiting readings as failed that nothing will go on with. */
export function deadReadings({ clock }: Pick<Deps, 'clock'>): Record<string, DeadLetterHandler> {
  return {
    [KIND]: (tx, payload) =>
      failPending(tx, Payload.parse(payload).personId, clock().toISOString(), stored('given-up')),
  }
}

type Unread = NonNullable<Awaited<ReturnType<typeof nextPending>>>

async function readNext(deps: Deps, reader: DocumentReader, job: Job): Promise<void> {
  const { personId } = Payload.parse(job.payload)
  const { db, queue } = deps
  const next = await nextPending(db.read, personId)
  if (!next) return
  const isGone = next.deleted_at !== null
  if (next.text_state === 'waiting' && !isGone) {
    await db.write(async (tx) => {
      await job.finishIn(tx)
      await scheduleReading(tx, queue, personId, POLL_INTERVAL_MS)
    })
    return
  }
  const finish = (work: (tx: Tx) => Promise<unknown>) =>
    db.write(async (tx) => {
      await work(tx)
      await job.finishIn(tx)
      await scheduleReading(tx, queue, personId)
    })
  const why = isGone ? stored('deleted') : whyUnreadable(next)
  if (why !== undefined) return finish((tx) => fail(tx, deps, next, why))
  await db.write((tx) => updatePending(tx, next.id, { state: 'reading' }))
  try {
    const { proposals, ...read } = await readDocument(deps, reader, { ...next, personId }, job.signal)
    await finish(async (tx) => {
      const ended_at = deps.clock().toISOString()
      // Another process has taken over the job, or the reading was restarted.
      if (!(await updatePending(tx, next.id, { state: 'ready', ended_at, ...read }))) return
      await insertProposals(tx, await storeSuggestions(tx, proposals, { at: ended_at, askedById: personId }))
    })
  } catch (error) {
    if (job.signal.aborted || job.attempt < MAX_FAILURES) throw error
    await finish((tx) => fail(tx, deps, next, stored('engine-failed')))
  }
}

/** Stores every classification as it was made, so that the engine can learn from the decisions about it. */
async function storeSuggestions(tx: Tx, proposals: ReadProposal[], stamp: { at: string; askedById: string }) {
  const rows: Insertable<Tables['document_proposals']>[] = []
  for (const { row, classification } of proposals) {
    const { title, description } = row
    const about = { ...stamp, title, description, number: null }
    rows.push({ ...row, suggestion_id: classification && (await storeSuggestion(tx, classification, about)) })
  }
  return rows
}

function fail(tx: Tx, { clock }: Deps, { id }: Unread, note: string): Promise<boolean> {
  return updatePending(tx, id, { state: 'failed', ended_at: clock().toISOString(), note })
}

function whyUnreadable({ text_state, text_note }: Unread): string | undefined {
  if (text_state === 'none') return text_note ?? stored('no-text')
  if (text_state === 'failed') return text_note ?? stored('text-failed')
  return undefined
}

function stored(code: ReadingNote['code']): string {
  return storeNotes([{ code }])
}
