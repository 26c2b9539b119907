import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Backup, Backups, BackupsQuery } from '../../shared/backups.ts'
import type { Actor } from '../actor.ts'
import { chainKeyFrom } from '../audit/chain.ts'
import { record } from '../audit/service.ts'
import type { Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import {
  deleteBackupRow,
  findBackup,
  findLastProven,
  findUnderWay,
  insertBackup,
  listBackupRows,
  updateBackup,
} from './queries.ts'
import { backupFolder, MANAGE } from './settings.ts'
import { readStored } from './stored-settings.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findBackup>>>

/** Where the file of a backup is. */
export function pathOf(config: Pick<Deps['config'], 'dataDir'>, id: string): string {
  return join(backupFolder(config), `${id}.rfd`)
}

/** Starts a backup. While one is under way, that one is the answer: several at once would only slow each other down. */
export async function startBackup(deps: Deps, actor: Actor): Promise<{ id: string }> {
  requirePermission(actor, ...MANAGE)
  return deps.db.write(async (tx) => {
    const underWay = await findUnderWay(tx)
    if (underWay) return { id: underWay.id }
    const id = await enqueueBackup(tx, deps, actor.id)
    await record(tx, deps.clock, { actorId: actor.id, action: 'backup.started' })
    return { id }
  })
}

/** @param startedById null: by the schedule */
export async function enqueueBackup(
  tx: Tx,
  { clock, queue, config }: Pick<Deps, 'clock' | 'queue' | 'config'>,
  startedById: string | null,
): Promise<string> {
  const id = randomUUID()
  const { sealedPassphrase } = await readStored(tx)
  await insertBackup(tx, {
    id,
    started_at: clock().toISOString(),
    started_by_id: startedById,
    state: 'queued',
    progress_done: 0,
    progress_of: 1,
    size: null,
    checksum: null,
    is_encrypted: sealedPassphrase === null ? 0 : 1,
    key_id: chainKeyFrom(config.secretKey).id,
    requests: null,
    proven_at: null,
    ended_at: null,
    error: null,
    error_detail: null,
  })
  await queue.add(tx, { kind: 'backup', payload: { id, task: 'make' }, maxAttempts: 2 })
  return id
}

export async function listBackups(
  { db, config }: Deps,
  actor: Actor,
  { page = 1, limit = 10 }: BackupsQuery,
): Promise<Backups> {
  requirePermission(actor, ...MANAGE)
  const [rows, { total }] = await Promise.all([
    listBackupRows(db.read, { limit, offset: (page - 1) * limit }),
    db.read
      .selectFrom('backups')
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const keyId = chainKeyFrom(config.secretKey).id
  return { backups: rows.map((row) => toBackup(row, keyId)), total: Number(total) }
}

/**
 * The file of a backup; reading it is recorded.
 * @throws AppError `not-found`; `wrong-status` without a file
 */
export async function readBackup(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ row: Row; size: number; content: Readable }> {
  requirePermission(actor, ...MANAGE)
  const row = await getBackup(deps, id)
  const path = pathOf(deps.config, id)
  const found = await stat(path).catch(() => undefined)
  if (!found || row.checksum === null) throw new AppError('wrong-status', 'This backup has no file.')
  const details = { startedAt: row.started_at }
  await deps.db.write((tx) => record(tx, deps.clock, { actorId: actor.id, action: 'backup.downloaded', details }))
  return { row, size: found.size, content: createReadStream(path) }
}

/** Proves a backup again. @throws AppError `not-found`; `wrong-status` without a file, or while another is under way */
export async function verifyBackup(deps: Deps, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, ...MANAGE)
  await deps.db.write(async (tx) => {
    const row = await findBackup(tx, id)
    if (!row) throw noSuchBackup()
    if (await findUnderWay(tx))
      throw new AppError('wrong-status', 'A backup is under way. Please wait until it has ended.')
    if (row.checksum === null) throw new AppError('wrong-status', 'This backup has no file.')
    await updateBackup(tx, id, { state: 'running', progress_done: 0, progress_of: 1, error: null, error_detail: null })
    await deps.queue.add(tx, { kind: 'backup', payload: { id, task: 'verify' }, maxAttempts: 2 })
    await record(tx, deps.clock, {
      actorId: actor.id,
      action: 'backup.verified',
      details: { startedAt: row.started_at },
    })
  })
}

/** @throws AppError `not-found`; `wrong-status` for the last proven one, and for one under way */
export async function deleteBackup(deps: Deps, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, ...MANAGE)
  await deps.db.write(async (tx) => {
    const row = await findBackup(tx, id)
    if (!row) throw noSuchBackup()
    if (row.state === 'queued' || row.state === 'running')
      throw new AppError('wrong-status', 'This backup is under way.')
    if ((await findLastProven(tx))?.id === id)
      throw new AppError('wrong-status', 'This is the last proven backup, which is kept.')
    await deleteBackupRow(tx, id)
    await record(tx, deps.clock, {
      actorId: actor.id,
      action: 'backup.deleted',
      details: { startedAt: row.started_at },
    })
  })
  await rm(pathOf(deps.config, id), { force: true })
}

async function getBackup({ db }: Pick<Deps, 'db'>, id: string): Promise<Row> {
  const row = await findBackup(db.read, id)
  if (!row) throw noSuchBackup()
  return row
}

function noSuchBackup(): AppError {
  return new AppError('not-found', 'There is no such backup.')
}

function toBackup({ first, last, ...row }: Row & Record<'first' | 'last', string | null>, keyId: string): Backup {
  return {
    id: row.id,
    startedAt: row.started_at,
    startedBy: first === null || last === null ? null : { firstName: first, lastName: last },
    state: row.state,
    progress: { done: row.progress_done, of: row.progress_of },
    size: row.size,
    checksum: row.checksum,
    isEncrypted: row.is_encrypted === 1,
    isOfPresentKey: row.key_id === null ? null : row.key_id === keyId,
    requests: row.requests,
    provenAt: row.proven_at,
    endedAt: row.ended_at,
    error: row.error === null ? null : { code: row.error, detail: row.error_detail ?? '' },
  }
}
