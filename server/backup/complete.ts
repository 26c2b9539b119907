import { record } from '../audit/service.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import { reserveNumbers } from '../platform/database/dialect.ts'
import { requeueLeased } from '../platform/jobs/orphaned.ts'
import { rebuildCounters } from '../requests/counters/rebuild.ts'
import { Settings } from '../settings/service.ts'
import type { Former } from './former.ts'
import { forgetRestoring, PREPARE } from './prepared/restoring.ts'
import type { ReadArchive } from './read.ts'
import { readMark, writeMark } from './restored-mark.ts'

/** What a loaded office needs beyond its rows, before it is put to use. */
export async function complete(tx: Tx, db: Db, { header, manifest }: ReadArchive): Promise<void> {
  const clock = () => new Date()
  const policy = await new Settings({ db: { ...db, read: tx }, clock, demo: false }).policy()
  await reserveNumbers(tx, header.highestNumber)
  await rebuildCounters(tx, policy.timeZone)
  // The processes that held jobs are gone.
  await requeueLeased(tx, clock())
  const unfinished = tx.updateTable('jobs').where('finished_at', 'is', null).where('dead_at', 'is', null)
  // The job that made this backup is in it, and would be taken for one whose process was killed.
  await unfinished.set({ finished_at: clock().toISOString() }).where('kind', 'in', ['backup', PREPARE]).execute()
  await forgetRestoring(tx)
  const { madeAt, engine: from } = header
  const requests = manifest.tables.requests?.rows ?? 0
  await writeMark(tx, { madeAt, from, requests, restoredAt: null }, clock().toISOString())
}

/**
 * Puts a completed office in the place of a former one: it goes on above the former one's numbers, keeps the list of
 * backups, and holds what goes out. Repeated after a kill, it changes nothing.
 */
export async function takeOver(tx: Tx, clock: () => Date, former: Former): Promise<void> {
  const mark = await readMark(tx)
  if (!mark || mark.restoredAt !== null) return
  await reserveNumbers(tx, former.highestNumber)
  await keepBackups(tx, clock, former)
  const restoredAt = clock().toISOString()
  await writeMark(tx, { ...mark, restoredAt }, restoredAt)
  const { madeAt, from, requests } = mark
  const details = { madeAt, from, requests, ...(former.askedBy !== null && { by: former.askedBy }) }
  await record(tx, clock, { actorId: null, action: 'backup.restored', details })
}

/** The files are still there. */
async function keepBackups(tx: Tx, clock: () => Date, { backups }: Former): Promise<void> {
  const people = new Set((await tx.selectFrom('users').select('id').execute()).map(({ id }) => id))
  for (const row of backups) {
    const isUnderWay = row.state === 'queued' || row.state === 'running'
    const ended = isUnderWay && ({ state: 'failed', error: 'interrupted', ended_at: clock().toISOString() } as const)
    const startedBy = row.started_by_id ?? null
    const started_by_id = startedBy !== null && people.has(startedBy) ? startedBy : null
    await tx
      .insertInto('backups')
      .values({ ...row, ...ended, started_by_id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}
