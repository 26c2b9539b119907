import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { enqueue } from '../jobs/queue.ts'
import { GiveUp, type Job, type JobHandler } from '../jobs/runner.ts'
import type { Services } from '../services.ts'
import { batchJobs } from './batch/service.ts'
import { draftsOf, findDraft, readProgress, unclassifiedAfter, writeProgress } from './queries.ts'
import { classifyStored } from './service.ts'
import { scheduleTraining, trainingJobs } from './training.ts'

type Office = Pick<Services, 'db' | 'clock' | 'ai'>

const Payload = z.object({ requestId: z.string() })

/** After a start there is more urgent work than training. */
const FIRST_LOOK_MS = 5 * 60_000
const BATCH = 20
/** Between two requests, so that people who wait for the engine come first. */
const BREATH_MS = 10
/** Key of the number up to which every request has a stored classification. */
const CAUGHT_UP = 'classified-through'

/** The work that the engine does without anybody waiting for it. */
export function aiJobs(office: Office): Record<string, JobHandler> {
  return {
    classify: (job) => classifyNew(office, job),
    'classify-missing': (job) => classifyMissing(office, job),
    ...trainingJobs(office),
    ...batchJobs(office),
  }
}

/** Asks for what was left undone: requests that came in while the engine was down, or with the seeds. */
export async function scheduleAiJobs({ db, clock }: Pick<Office, 'db' | 'clock'>): Promise<void> {
  await db.write(async (tx) => {
    await enqueue(tx, clock, { kind: 'classify-missing', payload: null, uniqueKey: 'all' })
    await scheduleTraining(tx, clock, FIRST_LOOK_MS)
  })
}

async function classifyNew(office: Office, job: Job): Promise<void> {
  const { requestId } = Payload.parse(job.payload)
  const request = await findDraft(office.db.read, requestId)
  if (!request) throw new GiveUp('There is no such request')
  await classifyStored(office, request, (tx) => job.finishIn(tx))
}

/** Walks through all requests once; how far it has come outlives the process. */
async function classifyMissing(office: Office, job: Job): Promise<void> {
  const { db } = office
  let after = z
    .number()
    .catch(0)
    .parse(await readProgress(db.read, CAUGHT_UP))
  let done = 0
  for (;;) {
    const numbers = await unclassifiedAfter(db, after, BATCH)
    if (numbers.length === 0) return
    for (const request of await draftsOf(db.read, numbers)) {
      job.signal.throwIfAborted()
      await classifyStored(office, request)
      await pause(BREATH_MS)
    }
    after = numbers.at(-1)!
    done += numbers.length
    const through = after
    await db.write((tx) => writeProgress(tx, CAUGHT_UP, through))
    await job.progress({ done })
  }
}
