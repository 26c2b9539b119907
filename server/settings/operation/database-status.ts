import { sql } from 'kysely'
import type { DatabaseStatus } from '../../../shared/operation.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import { databaseFacts } from '../../platform/database/facts.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'

/** The present state of the database; the latency is measured by a query of its own. */
export async function getDatabaseStatus(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<DatabaseStatus> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const latencyMs = await measureLatency(db)
  const [facts, migrations, jobs] = await Promise.all([
    databaseFacts(db.read),
    readMigrations(db.read),
    countJobs(db.read, clock()),
  ])
  return { engine: db.engine, ...facts, latencyMs, migrations, jobs }
}

async function measureLatency({ ping }: Db): Promise<number> {
  const began = performance.now()
  await ping()
  return Math.round((performance.now() - began) * 100) / 100
}

async function readMigrations(read: Reader): Promise<DatabaseStatus['migrations']> {
  const { rows } = await sql<{ applied: number; newest: string | null }>`
    select count(*) as applied, max(name) as newest from migrations`.execute(read)
  return { applied: Number(rows[0]!.applied), newest: rows[0]!.newest }
}

/** Scheduled jobs are counted separately: daily jobs always wait for their time and would look like a permanent backlog. */
async function countJobs(read: Reader, now: Date): Promise<DatabaseStatus['jobs']> {
  const at = now.toISOString()
  const { open, scheduled, running, dead } = await read
    .selectFrom('jobs')
    .where('finished_at', 'is', null)
    .select((row) => [
      row.fn.countAll<number>().filterWhere('dead_at', 'is', null).as('open'),
      row.fn
        .countAll<number>()
        .filterWhere('dead_at', 'is', null)
        .filterWhere('lease_until', 'is', null)
        .filterWhere('run_at', '>', at)
        .as('scheduled'),
      row.fn.countAll<number>().filterWhere('dead_at', 'is', null).filterWhere('lease_until', '>', at).as('running'),
      row.fn.countAll<number>().filterWhere('dead_at', 'is not', null).as('dead'),
    ])
    .executeTakeFirstOrThrow()
  const waiting = Number(open) - Number(scheduled) - Number(running)
  return { waiting, scheduled: Number(scheduled), running: Number(running), dead: Number(dead) }
}
