import { workCalendarOf } from '../../settings/work-calendar.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { record } from '../../audit/service.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { Job, JobHandler } from '../../platform/jobs/job.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import {
  countDecisionsSince,
  countExamplesSince,
  dropOldContents,
  insertModel,
  examplesAfter,
  newestModel,
  newestModelRow,
} from '../host/stored-models.ts'
import type { TrainingExample } from '../../../engine/heads.ts'
import type { TrainingPage } from '../host/train-and-compare.ts'
import { newestNumber } from '../../requests/newest-number.ts'

/** Training pays from this many new judged suggestions or requests on. */
const DUE_AFTER = { decisions: 25, requests: 50 }
/** Start-up has more urgent work than training. */
const FIRST_POLL_DELAY_MS = 5 * 60_000
/**
 * Number of newest requests to learn from. A hundred thousand take up to a gigabyte for some minutes: a small machine, which
 * needs its memory for requests of people, learns from fewer.
 */
const mostExamples = () => (process.availableMemory() > 3e9 ? 100_000 : 20_000)
/** Rows read and sent at a time, with a pause in between, so that the server stays responsive. */
const PAGE = 50
const PAUSE_MS = 10

export function trainingJobs(deps: Deps): Record<string, JobHandler> {
  const { db, queue, ai } = deps
  return {
    'train-when-due': async (job) => {
      // A running training may already include the new data; the next check sees what is left.
      const isDue = !ai.state().isTraining && (await isTrainingDue(db))
      await db.write(async (tx) => {
        await job.finishIn(tx)
        if (isDue) await queue.add(tx, { kind: 'train', payload: null, uniqueKey: 'all', maxAttempts: 3 })
      })
    },
    train: (job) => train(deps, job),
  }
}

/** Enqueues a check whether there is enough new data to learn from. */
export async function scheduleTraining(tx: Tx, queue: JobQueue, inMs: number): Promise<void> {
  // Keys of their own: they must not be merged with the periodic check.
  await queue.add(tx, { kind: 'train-when-due', payload: null, uniqueKey: inMs === 0 ? 'now' : 'soon', inMs })
}

/** Enqueues the first check some minutes after a start. */
export async function scheduleFirstTraining({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  await db.write((tx) => scheduleTraining(tx, queue, FIRST_POLL_DELAY_MS))
}

/** @throws AppError `not-allowed` for those who may not manage the settings */
export async function askForTraining({ db, clock, queue, ai }: Deps, actor: Actor): Promise<{ message: string }> {
  requirePermission(actor, 'settings.manage', 'start training')
  if (ai.state().isTraining) return { message: 'Training is already running.' }
  await db.write(async (tx) => {
    await queue.add(tx, { kind: 'train', payload: null, uniqueKey: 'all', maxAttempts: 3 })
    await record(tx, clock, { actorId: actor.id, action: 'ai.training-requested' })
  })
  return { message: 'Training will start in the background.' }
}

async function isTrainingDue(db: Db): Promise<boolean> {
  const last = await newestModelRow(db.read, 'any')
  if ((await countDecisionsSince(db.read, last?.created_at ?? null)) >= DUE_AFTER.decisions) return true
  // Relative to the office's size: a large one decides in a day as much as a small one in a year.
  const enough = Math.max(DUE_AFTER.requests, Math.ceil((last?.learned_from ?? 0) / 10))
  return (await countExamplesSince(db, last?.data_to ?? null, enough)) >= enough
}

/**
 * Learns from the office's own requests and stores the model in the transaction that finishes the job: a crash leaves
 * nothing behind, and the job is retried elsewhere. A model that is worse on recent decisions is recorded but not used.
 */
async function train({ db, clock, ai, settings }: Deps, job: Job): Promise<void> {
  const present = (await newestModel(db.read))?.content
  const learnedUntil = present ? ((await newestModelRow(db.read, 'in use'))?.data_to ?? null) : null
  const startedAt = clock()
  const range = { from: null as string | null, to: null as string | null, examples: 0 }
  const pages = trainingPages(db, range)
  const policy = await settings.policy()
  const days = { unit: policy.estimateDays, calendar: workCalendarOf(policy) }
  const result = await ai.train(pages, { ...days, now: startedAt.getTime(), present, learnedUntil }, job.signal)
  job.signal.throwIfAborted()
  await db.write(async (tx) => {
    await insertModel(tx, {
      engine: result.stamp.name,
      engine_version: result.stamp.version,
      created_at: startedAt.toISOString(),
      data_from: range.from,
      data_to: range.to,
      learned_from: range.examples,
      decisions: await countDecisionsSince(tx, null),
      taken_into_use: result.isBetterOrEqual ? 1 : 0,
      scores: JSON.stringify(result.scores),
      content: result.isBetterOrEqual ? result.model : null,
    })
    await dropOldContents(tx)
    await job.finishIn(tx)
  })
  if (result.isBetterOrEqual) await ai.useNewest()
}

/** Labels by people: each request's present department and priority, and the development types that they judged. */
async function* trainingPages(
  db: Db,
  range: { from: string | null; to: string | null; examples: number },
): AsyncGenerator<TrainingPage> {
  let after = Math.max(0, (await newestNumber(db.read)) - mostExamples())
  for (;;) {
    const rows = await examplesAfter(db, after, PAGE)
    if (rows.length === 0) return
    await pause(PAUSE_MS)
    after = rows.at(-1)!.number
    const judged = rows.filter(({ status }) => status !== 'cancelled')
    range.from ??= judged[0]?.createdAt ?? null
    range.to = judged.at(-1)?.createdAt ?? range.to
    range.examples += judged.length
    yield {
      examples: judged.map((row) => ({
        createdAt: row.createdAt,
        title: row.title,
        description: row.description,
        priority: row.priority,
        department: row.department,
        developmentType: row.isDecided === 1 ? row.developmentType : null,
        taughtBy: teachersOf(row),
      })),
      history: rows
        .filter(({ status }) => status !== 'cancelled' && status !== 'rejected')
        .map(({ id, requestId, title, priority, department, createdAt, finishedAt, developmentType }) => ({
          id,
          requestId,
          title,
          description: '',
          priority,
          department,
          createdAt,
          finishedAt,
          developmentType,
        })),
    }
  }
}

type ExampleRow = Awaited<ReturnType<typeof examplesAfter>>[number]

/** Who gave each label: who changed or decided it last, else the requester. Nobody has a large share of a label by themselves. */
function teachersOf({
  requesterId,
  priorityBy,
  departmentBy,
  developmentTypeBy,
}: ExampleRow): TrainingExample['taughtBy'] {
  const teacher = (id: string | null) => ({ id: id ?? requesterId, isOwn: (id ?? requesterId) === requesterId })
  return {
    priority: teacher(priorityBy),
    responsibleDepartment: teacher(departmentBy),
    developmentType: teacher(developmentTypeBy),
  }
}
