import { type Insertable, type Selectable, sql } from 'kysely'
import type { DevelopmentType } from '../../shared/ai.ts'
import type { Db, Reader, Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'
import type { HistoryRow } from './engine/office.ts'

export type SuggestionRow = Selectable<Tables['suggestions']>

const TEXT = ['number', 'id', 'version', 'title', 'description', 'updated_at'] as const

/** Texts of requests by their running number, oldest first: what the index is filled from. */
export function textsAfter(db: Db, number: number, limit: number) {
  return db.readSlowly(
    db.read.selectFrom('requests').select(TEXT).where('number', '>', number).orderBy('number').limit(limit).compile(),
  )
}

export function textsNumbered(db: Db, numbers: number[]) {
  return db.readSlowly(db.read.selectFrom('requests').select(TEXT).where('number', 'in', numbers).compile())
}

/** Which requests changed from an instant on, in that order, after the last one of the page before. */
export function versionsSince(db: Db, last: { updated_at: string; number: number }, limit: number) {
  let query = db.read.selectFrom('requests').select(['number', 'version', 'updated_at'])
  if (last.updated_at) {
    query = query.where(sql<boolean>`(updated_at, number) > (${last.updated_at}, ${last.number})`)
  }
  return db.readSlowly(query.orderBy('updated_at').orderBy('number').limit(limit).compile())
}

/** The largest running number and the latest change; 0 and empty while there is no request. */
export async function newestChange(db: Db): Promise<{ number: number; updatedAt: string }> {
  const rows = db.read.selectFrom('requests')
  const [[newest], [latest]] = await Promise.all([
    db.readSlowly(rows.select('number').orderBy('number', 'desc').limit(1).compile()),
    db.readSlowly(rows.select('updated_at').orderBy('updated_at', 'desc').limit(1).compile()),
  ])
  return { number: newest?.number ?? 0, updatedAt: latest?.updated_at ?? '' }
}

/** The model that was last taken into use and that this engine can read, without its content. */
export function newestReadableModel(reader: Reader, engine: string, version: string) {
  return reader
    .selectFrom('models')
    .select(['id', 'lessons'])
    .where('engine', '=', engine)
    .where('engine_version', '=', version)
    .where('content', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function newestModel(
  reader: Reader,
  engine: string,
  version: string,
): Promise<{ id: number; content: Uint8Array } | undefined> {
  const newest = await newestReadableModel(reader, engine, version)
  if (!newest) return undefined
  const row = await reader.selectFrom('models').select('content').where('id', '=', newest.id).executeTakeFirst()
  // Bytes of their own: those of the driver may lie in the middle of something larger.
  return row?.content ? { id: newest.id, content: Uint8Array.from(row.content) } : undefined
}

const FINISHED = 600
const OPEN = 1000

/** Recent finished and open requests, without their texts. */
export async function recentRequests(db: Db): Promise<HistoryRow[]> {
  const rows = historyRows(db.read, false)
  const [recent, open] = await Promise.all([
    db.readSlowly(finishedOf(rows).orderBy('r.completed_at', 'desc').limit(FINISHED).compile()),
    db.readSlowly(
      rows.where('r.status', 'in', ['pending', 'in_progress']).orderBy('r.number', 'desc').limit(OPEN).compile(),
    ),
  ])
  return [...recent, ...open]
}

/** The finished ones among a few `ids`. By their keys, at once: behind long reads somebody would wait. */
export async function finishedAmong(reader: Reader, ids: string[]): Promise<HistoryRow[]> {
  return ids.length > 0 ? finishedOf(historyRows(reader, true)).where('r.id', 'in', ids).execute() : []
}

function historyRows(reader: Reader, withTitle: boolean) {
  return reader
    .selectFrom('requests as r')
    .leftJoin('classifications as c', 'c.request_number', 'r.number')
    .select([
      'r.id',
      'r.request_id as requestId',
      (withTitle ? sql<string>`r.title` : sql<string>`''`).as('title'),
      sql<string>`''`.as('description'),
      'r.priority',
      'r.department',
      'c.development_type as developmentType',
      'r.created_at as createdAt',
      'r.completed_at as finishedAt',
    ])
}

function finishedOf(rows: ReturnType<typeof historyRows>) {
  return rows.where('r.completed_at', 'is not', null)
}

/** Ids of the newest requests that a person asked for or works on. */
export async function idsOf(reader: Reader, personId: string, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('requests')
    .select('id')
    .where((row) => row.or([row('requester_id', '=', personId), row('assigned_to_id', '=', personId)]))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function requestsNamed(reader: Reader, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return reader
    .selectFrom('requests')
    .select(['id', 'request_id', 'title', 'status', 'requester_id', 'assigned_to_id'])
    .where('id', 'in', ids)
    .execute()
}

export async function insertSuggestion(tx: Tx, row: Insertable<Tables['suggestions']>): Promise<void> {
  await tx.insertInto('suggestions').values(row).execute()
}

/** Makes a suggestion the present classification; a development type that a person decided stays. */
export async function setClassification(tx: Tx, number: number, suggestionId: string, type: DevelopmentType) {
  await tx
    .insertInto('classifications')
    .values({ request_number: number, suggestion_id: suggestionId, development_type: type, is_decided: 0 })
    .onConflict((conflict) =>
      conflict.column('request_number').doUpdateSet((set) => ({
        suggestion_id: suggestionId,
        development_type: sql<DevelopmentType>`case when classifications.is_decided = 1 then classifications.development_type
          else ${set.ref('excluded.development_type')} end`,
      })),
    )
    .execute()
}

export async function setClassifiedAt(tx: Tx, number: number, at: string): Promise<void> {
  await tx.updateTable('requests').set({ classified_at: at }).where('number', '=', number).execute()
}

export async function decideType(tx: Tx, number: number, type: DevelopmentType): Promise<void> {
  await tx
    .updateTable('classifications')
    .set({ development_type: type, is_decided: 1 })
    .where('request_number', '=', number)
    .execute()
}

export function findSuggestion(reader: Reader, id: string): Promise<SuggestionRow | undefined> {
  return reader.selectFrom('suggestions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Who asked for a request and who works on it: what decides who sees it. */
export function peopleOf(reader: Reader, number: number) {
  return reader
    .selectFrom('requests')
    .select(['requester_id', 'assigned_to_id'])
    .where('number', '=', number)
    .executeTakeFirst()
}

/** The suggestion that is the present classification of a request. */
export function findClassification(reader: Reader, number: number): Promise<SuggestionRow | undefined> {
  return reader
    .selectFrom('classifications as c')
    .innerJoin('suggestions as s', 's.id', 'c.suggestion_id')
    .selectAll('s')
    .where('c.request_number', '=', number)
    .executeTakeFirst()
}

export function decisionsAbout(reader: Reader, suggestionId: string) {
  return reader
    .selectFrom('suggestion_decisions')
    .select(['field', 'outcome', 'value'])
    .where('suggestion_id', '=', suggestionId)
    .orderBy('id')
    .execute()
}

/** Stores what was decided; whoever decides again replaces what was decided before. */
export async function storeDecision(tx: Tx, row: Insertable<Tables['suggestion_decisions']>): Promise<void> {
  const { outcome, value, decided_by_id, decided_at, request_number } = row
  await tx
    .insertInto('suggestion_decisions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['suggestion_id', 'field'])
        .doUpdateSet({ outcome, value, decided_by_id, decided_at, request_number }),
    )
    .execute()
}

export async function forgetDecisions(tx: Tx, suggestionId: string): Promise<void> {
  await tx.deleteFrom('suggestion_decisions').where('suggestion_id', '=', suggestionId).execute()
}

export async function linkSuggestion(tx: Tx, suggestionId: string, number: number): Promise<void> {
  await tx.updateTable('suggestions').set({ request_number: number }).where('id', '=', suggestionId).execute()
}

export async function insertAnalysis(tx: Tx, row: Insertable<Tables['analyses']>): Promise<void> {
  await tx.insertInto('analyses').values(row).execute()
}

export function newestAnalysis(reader: Reader, number: number) {
  return reader
    .selectFrom('analyses')
    .select('result')
    .where('request_number', '=', number)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Requests that were created and not classified yet, the newest first. */
export async function newestWaiting(reader: Reader, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('requests')
    .select('number')
    .where('classified_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ number }) => number)
}

export async function newestNumber(reader: Reader): Promise<number> {
  const row = await reader.selectFrom('requests').select('number').orderBy('number', 'desc').limit(1).executeTakeFirst()
  return row?.number ?? 0
}

/** Requests without a stored classification, by number: a page of the walk through all of them. */
export async function unclassifiedAfter(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db.readSlowly(
    db.read
      .selectFrom('requests as r')
      .leftJoin('classifications as c', 'c.request_number', 'r.number')
      .select('r.number')
      .where('r.number', '>', after)
      .where('c.request_number', 'is', null)
      .orderBy('r.number')
      .limit(limit)
      .compile(),
  )
  return rows.map(({ number }) => number)
}

export function draftsOf(reader: Reader, numbers: number[]) {
  return reader
    .selectFrom('requests')
    .select(['number', 'title', 'description'])
    .where('number', 'in', numbers)
    .orderBy('number')
    .execute()
}

export async function readProgress(reader: Reader, key: string): Promise<unknown> {
  const row = await reader.selectFrom('ai_progress').select('value').where('key', '=', key).executeTakeFirst()
  return row && JSON.parse(row.value)
}

export async function writeProgress(tx: Tx, key: string, value: unknown): Promise<void> {
  const json = JSON.stringify(value)
  await tx
    .insertInto('ai_progress')
    .values({ key, value: json })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json }))
    .execute()
}

export async function countClassified(db: Db): Promise<number> {
  const [row] = await db.readSlowly(
    db.read
      .selectFrom('classifications')
      .select((all) => all.fn.countAll<number>().as('count'))
      .compile(),
  )
  return Number(row?.count ?? 0)
}

/** The model trained last, without its content: one that is in use, or any. */
export function newestModelRow(reader: Reader, which: 'in use' | 'any') {
  let query = reader.selectFrom('models').select(['id', 'created_at', 'lessons', 'decisions', 'data_to'])
  if (which === 'in use') query = query.where('taken_into_use', '=', 1)
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export async function insertModel(tx: Tx, row: Insertable<Tables['models']>): Promise<void> {
  await tx.insertInto('models').values(row).execute()
}

/** Keeps the content of the last three models: to go back to, should one turn out badly. */
export async function dropOldContents(tx: Tx): Promise<void> {
  const kept = await tx
    .selectFrom('models')
    .select('id')
    .where('content', 'is not', null)
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  await tx
    .updateTable('models')
    .set({ content: null })
    .where('content', 'is not', null)
    .where('id', '<', Math.min(...kept.map(({ id }) => id), Number.MAX_SAFE_INTEGER))
    .execute()
}

export async function countDecisionsSince(reader: Reader, at: string | null): Promise<number> {
  let query = reader.selectFrom('suggestion_decisions').select((all) => all.fn.countAll<number>().as('count'))
  if (at !== null) query = query.where('decided_at', '>', at)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Requests with what people decided about them, by number: a page of what is learnt from. */
export function lessonsAfter(db: Db, number: number, limit: number) {
  return db.readSlowly(
    db.read
      .selectFrom('requests as r')
      .leftJoin('classifications as c', 'c.request_number', 'r.number')
      .select([
        'r.number',
        'r.id',
        'r.request_id as requestId',
        'r.title',
        'r.description',
        'r.priority',
        'r.department',
        'r.status',
        'r.created_at as createdAt',
        'r.completed_at as finishedAt',
        'c.development_type as developmentType',
        'c.is_decided as isDecided',
      ])
      .where('r.number', '>', number)
      .orderBy('r.number')
      .limit(limit)
      .compile(),
  )
}
