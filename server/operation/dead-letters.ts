import type { DeadLetters, DeadLettersQuery } from '../../shared/operation.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import { AppError } from '../errors.ts'
import { retryDead } from '../jobs/retry-dead.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'

/** The dead jobs, newest first. */
export async function listDeadLetters(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { page = 1, limit = 10 }: DeadLettersQuery,
): Promise<DeadLetters> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const dead = db.read.selectFrom('jobs').where('dead_at', 'is not', null)
  const [jobs, { total }] = await Promise.all([
    dead
      .select(['id', 'kind', 'attempts', 'last_error as error', 'created_at as createdAt', 'dead_at as deadAt'])
      .orderBy('dead_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    dead.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  // The where clause guarantees that it is set.
  return { jobs: jobs.map((job) => ({ ...job, deadAt: job.deadAt! })), total: Number(total) }
}

/**
 * Requeues a dead job with all its attempts.
 * @throws AppError `not-found` for an unknown job, or one that was requeued already
 */
export async function retryDeadLetter({ db, clock, queue }: Deps, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'settings.manage', 'change settings')
  await db.write(async (tx) => {
    const job = /^\d{1,15}$/.test(id) ? Number(id) : 0
    const kind = await retryDead(tx, job, clock())
    if (kind === undefined) throw new AppError('not-found', 'This job is no longer among the failed ones.')
    await record(tx, clock, { actorId: actor.id, action: 'job.retried', details: { kind, job } })
  })
  queue.announce()
}
