import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Backup, Backups, BackupsQuery } from '../../shared/backups.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import { chainKeyFrom } from '../audit/chain.ts'
import { record } from '../audit/service.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Deps } from './deps.ts'
import {
  deleteBackupRow,
  findBackup,
  findLastProven,
  findNewest,
  findUnderWay,
  insertBackup,
  listBackupRows,
  updateBackup,
} from './queries.ts'
import { isPassphraseLost } from './passphrase.ts'
import { bucketIn, nameOf, openPlace, placeOf } from './places.ts'
import { MANAGE } from './settings.ts'
import { readStored, type Stored } from './stored-settings.ts'
import { type Target, TargetFailure } from './targets/target.ts'

/** A clock that was further ahead is not followed. */
const MOST_PUT_BACK_MS = 2 * 3_600_000

type Row = NonNullable<Awaited<ReturnType<typeof findBackup>>>

/** Starts a backup. While one is under way, that one is the answer: several at once would only slow each other down. */
export async function startBackup(deps: Deps, actor: Actor): Promise<{ id: string }> {
  requirePermission(actor, ...MANAGE)
  return deps.db.write(async (tx) => {
    checkCanEncrypt(deps.config, await readStored(tx))
    const underWay = await findUnderWay(tx)
    if (underWay) return { id: underWay.id }
    const id = await enqueueBackup(tx, deps, actor.id)
    await record(tx, deps.clock, { actorId: actor.id, action: 'backup.started' })
    return { id }
  })
}

/** Otherwise the backup would only fail later. */
function checkCanEncrypt(config: Deps['config'], stored: Stored): void {
  if (isPassphraseLost(config, stored))
    throw new AppError(
      'wrong-status',
      text('The stored passphrase can no longer be read. Enter it again, or remove it.'),
    )
}

/** @param startedById null: by the schedule */
export async function enqueueBackup(
  tx: Tx,
  { clock, queue, config }: Pick<Deps, 'clock' | 'queue' | 'config'>,
  startedById: string | null,
): Promise<string> {
  const id = randomUUID()
  const stored = await readStored(tx)
  await insertBackup(tx, {
    id,
    started_at: await nextStart(tx, clock()),
    started_by_id: startedById,
    state: 'queued',
    progress_done: 0,
    progress_of: 1,
    size: null,
    checksum: null,
    is_encrypted: stored.sealedPassphrase === null && stored.recipient === null ? 0 : 1,
    recipient: stored.recipient,
    place: placeOf(stored),
    key_id: chainKeyFrom(config.secretKey).id,
    requests: null,
    proven_at: null,
    ended_at: null,
    took_ms: null,
    error: null,
    error_detail: null,
  })
  await queue.add(tx, { kind: 'backup', payload: { id, task: 'make' }, maxAttempts: 2 })
  return id
}

/** Behind the newest one, also when the clock was put back an hour since. */
async function nextStart(tx: Tx, now: Date): Promise<string> {
  const newest = Date.parse((await findNewest(tx))?.started_at ?? '') + 1
  const isPutBack = newest > now.getTime() && newest - now.getTime() < MOST_PUT_BACK_MS
  return (isPutBack ? new Date(newest) : now).toISOString()
}

export async function listBackups(
  { db, config }: Deps,
  actor: Actor,
  { page = 1, limit = 10 }: BackupsQuery,
): Promise<Backups> {
  requirePermission(actor, ...MANAGE)
  const [rows, { total, size }] = await Promise.all([
    listBackupRows(db.read, { limit, offset: (page - 1) * limit }),
    db.read
      .selectFrom('backups')
      .select((row) => [row.fn.countAll<number>().as('total'), row.fn.sum<number | null>('size').as('size')])
      .executeTakeFirstOrThrow(),
  ])
  const keyId = chainKeyFrom(config.secretKey).id
  return { backups: rows.map((row) => toBackup(row, keyId)), total: Number(total), size: Number(size) }
}

/**
 * The file of a backup; reading it is recorded.
 * @throws AppError `not-found`; `wrong-status` without a file; `unavailable` when its place fails
 */
export async function readBackup(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ row: Row; size: number; content: Readable }> {
  const file = await openFile(deps, actor, id)
  const details = { startedAt: file.row.started_at }
  await deps.db.write((tx) => record(tx, deps.clock, { actorId: actor.id, action: 'backup.downloaded', details }))
  return file
}

/** So that a browser is only sent to a file that is there. @throws as `readBackup` */
export async function checkIsThere(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { content } = await openFile(deps, actor, id)
  content.destroy()
}

async function openFile(deps: Deps, actor: Actor, id: string): Promise<{ row: Row; size: number; content: Readable }> {
  requirePermission(actor, ...MANAGE)
  const row = await getBackup(deps, id)
  if (row.checksum === null) throw noFile()
  return { row, ...(await atPlace(deps, row, (target) => target.read(nameOf(id)))) }
}

/** @throws AppError `wrong-status` when there is no file, `unavailable` for any other failure of the place */
async function atPlace<T>({ db, config }: Deps, { place }: Row, action: (target: Target) => Promise<T>): Promise<T> {
  const stored = await readStored(db.read)
  try {
    return await action(openPlace(config, stored, place))
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    throw error.code === 'gone' ? noFile() : new AppError('unavailable', error.message, { cause: error })
  }
}

/** Proves a backup again. @throws AppError `not-found`; `wrong-status` without a file, or while another is under way */
export async function verifyBackup(deps: Deps, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, ...MANAGE)
  await deps.db.write(async (tx) => {
    const row = await findBackup(tx, id)
    if (!row) throw noSuchBackup()
    if (await findUnderWay(tx))
      throw new AppError('wrong-status', text('A backup is under way. Please wait until it has ended.'))
    if (row.checksum === null) throw noFile()
    if (row.recipient !== null)
      throw new AppError(
        'wrong-status',
        text('Only its recipient can open this backup: npm run backup:verify, with the identity.'),
      )
    await updateBackup(tx, id, { state: 'running', progress_done: 0, progress_of: 1, error: null, error_detail: null })
    await deps.queue.add(tx, { kind: 'backup', payload: { id, task: 'verify', was: row.state }, maxAttempts: 2 })
    await record(tx, deps.clock, {
      actorId: actor.id,
      action: 'backup.verified',
      details: { startedAt: row.started_at },
    })
  })
}

/**
 * Removes a backup where it lies, and then from the list.
 * @throws AppError `not-found`; `wrong-status` for the last proven one, and for one under way; `unavailable` when its
 * place fails: it stays listed then
 */
export async function deleteBackup(deps: Deps, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, ...MANAGE)
  const row = await getDeletable(deps.db.read, id)
  await atPlace(deps, row, (target) => target.remove(nameOf(id)))
  await deps.db.write(async (tx) => {
    await getDeletable(tx, id)
    await deleteBackupRow(tx, id)
    const details = { startedAt: row.started_at }
    await record(tx, deps.clock, { actorId: actor.id, action: 'backup.deleted', details })
  })
}

async function getDeletable(reader: Reader | Tx, id: string): Promise<Row> {
  const row = await findBackup(reader, id)
  if (!row) throw noSuchBackup()
  if (row.state === 'queued' || row.state === 'running')
    throw new AppError('wrong-status', text('This backup is under way.'))
  if ((await findLastProven(reader))?.id === id)
    throw new AppError('wrong-status', text('This is the last proven backup, which is kept.'))
  return row
}

async function getBackup({ db }: Pick<Deps, 'db'>, id: string): Promise<Row> {
  const row = await findBackup(db.read, id)
  if (!row) throw noSuchBackup()
  return row
}

function noSuchBackup(): AppError {
  return new AppError('not-found', text('There is no such backup.'))
}

function noFile(): AppError {
  return new AppError('wrong-status', text('This backup has no file.'))
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
    recipient: row.recipient,
    isOfPresentKey: row.key_id === null ? null : row.key_id === keyId,
    bucket: row.place === null ? null : bucketIn(row.place),
    requests: row.requests,
    provenAt: row.proven_at,
    endedAt: row.ended_at,
    tookMs: row.took_ms,
    error: row.error === null ? null : { code: row.error, detail: row.error_detail ?? '' },
  }
}
