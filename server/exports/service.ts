import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { LIST_COLUMNS } from '../../shared/export-columns.ts'
import { type Export, type ExportList, type NewExport } from '../../shared/exports/exports.ts'
import { type Actor, readerId } from '../actor.ts'
import { record } from '../audit/service.ts'
import { lockByName } from '../database/dialect.ts'
import { AppError, fieldError, tooManyCalls } from '../errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import { nextAttempts } from '../jobs/waiting-jobs.ts'
import { visibleTo } from '../requests/visibility.ts'
import { requirePermission } from '../roles/require-permission.ts'
import { clockName } from '../tables/clock-name.ts'
import type { Deps } from './deps.ts'
import { listNamed } from './lists/index.ts'
import { countOfPerson, deleteExport, type ExportRow, exportsOf, findExport, insertExport } from './queries.ts'

const RETENTION_MS = 7 * 86_400_000
/** Limit per person, so that exports of others are not delayed. */
const MAX_ACTIVE = 3
const MAX_KEPT = 100
export const MAX_ATTEMPTS = 5

function mayExport(actor: Actor): void {
  requirePermission(actor, 'reports.export', 'export requests')
}

/**
 * Starts an export of a list: every request that the view matches now and the actor may see.
 * @param once idempotency: a repeated call with the same key starts nothing
 */
export async function startExport(
  deps: Deps,
  actor: Actor,
  wanted: NewExport,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<Export> {
  mayExport(actor)
  const { format, view, list: name = 'requests' } = wanted
  const list = listNamed(name)
  list.requireAccess(actor)
  const { db, clock, queue, settings } = deps
  const policy = await settings.policy()
  const now = clock()
  const scope = visibleTo(actor, policy)
  const columns = 'columns' in wanted ? (wanted.columns ?? LIST_COLUMNS) : LIST_COLUMNS
  await list.check(deps, { actor, view, columns, scope, policy, at: now })
  const id = randomUUID()
  const row: ExportRow = {
    id,
    user_id: actor.id,
    list: name,
    format,
    file_name: `${list.titleOf(view)} ${clockName(policy.timeZone, now)}.${format}`,
    view: JSON.stringify(view),
    columns: JSON.stringify(columns),
    sees_all: scope === null ? 1 : 0,
    state: 'waiting',
    rows_done: 0,
    total: null,
    store_key: null,
    size: null,
    checksum: null,
    note: null,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + RETENTION_MS).toISOString(),
  }
  return db.write((tx) =>
    once.run<Export>(tx, async () => {
      await lockByName(tx, `exports of ${actor.id}`)
      const { kept, underWay } = await countOfPerson(tx, actor.id)
      if (underWay >= MAX_ACTIVE)
        throw tooManyCalls(
          `${MAX_ACTIVE} of your exports are already under way. Please wait for one to finish, or delete one.`,
        )
      if (kept >= MAX_KEPT) throw tooManyCalls(`You have ${MAX_KEPT} exports. Please delete some first.`)
      await insertExport(tx, row)
      const job = { kind: 'export', payload: { id }, uniqueKey: id, maxAttempts: MAX_ATTEMPTS }
      await queue.add(tx, { ...job, personId: actor.id })
      await record(tx, clock, {
        actorId: actor.id,
        action: name === 'requests' ? 'requests.exported' : 'list.exported',
        targetType: 'export',
        targetId: id,
        details: { format: format.toUpperCase(), ...(name !== 'requests' && { list: list.name }), ...view },
      })
      return toExport(row, null)
    }),
  )
}

/** The actor's own exports, newest first. */
export async function listExports({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<ExportList> {
  mayExport(actor)
  return { exports: await toExports(db, await exportsOf(db.read, actor.id, MAX_KEPT)) }
}

/** @throws AppError `not-found`, also for an export of another person */
export async function getExport({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<Export> {
  const [found] = await toExports(db, [await getOwn(db, actor, id)])
  return found!
}

/**
 * The file of an export, recorded before its first byte is sent.
 * @throws AppError `not-found` when there is none; `not-allowed` if it contains more than the actor may see now
 */
export async function readExport(
  { db, clock, files, settings }: Pick<Deps, 'db' | 'clock' | 'files' | 'settings'>,
  actor: Actor,
  id: string,
): Promise<{ file: Export; content: Readable }> {
  const row = await getOwn(db, actor, id)
  listNamed(row.list).requireAccess(actor)
  if (row.sees_all === 1 && visibleTo(actor, await settings.policy()) !== null) {
    throw new AppError('not-allowed', 'This export holds requests that you no longer see. Please make a new one.')
  }
  if (row.store_key === null) throw new AppError('wrong-status', 'This export is not ready.')
  const content = await files.read(row.store_key)
  const about = { targetType: 'export', targetId: id, details: { name: row.file_name } }
  await db
    .write((tx) => record(tx, clock, { actorId: readerId(actor), action: 'export.read', ...about }))
    .catch((error: unknown) => {
      content.destroy()
      throw error
    })
  return { file: toExport(row, null), content }
}

/** Deletes an export with its file; a running one is stopped. */
export async function removeExport({ db, files }: Pick<Deps, 'db' | 'files'>, actor: Actor, id: string): Promise<void> {
  const row = await getOwn(db, actor, id)
  await db.write((tx) => deleteExport(tx, row.id))
  if (row.store_key !== null) await files.remove(row.store_key)
}

async function getOwn(db: Deps['db'], actor: Actor, id: string): Promise<ExportRow> {
  mayExport(actor)
  const row = await findExport(db.read, id)
  if (row?.user_id === actor.id) return row
  throw fieldError('not-found', 'id', 'There is no such export.')
}

async function toExports(db: Deps['db'], rows: readonly ExportRow[]): Promise<Export[]> {
  const retried = rows.filter(({ state }) => state === 'retrying').map(({ id }) => id)
  const attempts = await nextAttempts(db.read, 'export', retried)
  return rows.map((row) => toExport(row, attempts.get(row.id) ?? null))
}

function toExport(row: ExportRow, retryAt: string | null): Export {
  return {
    id: row.id,
    format: row.format,
    fileName: row.file_name,
    state: row.state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    rows: row.rows_done,
    total: row.total,
    size: row.size,
    checksum: row.checksum,
    note: row.note,
    retryAt,
  }
}
