import { type Insertable, type Selectable, sql } from 'kysely'
import type { DevelopmentType, SuggestedField } from '../../../shared/ai.ts'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import { tellPages } from '../../platform/database/hints.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type SuggestionRow = Selectable<Tables['suggestions']>

export async function insertSuggestion(tx: Tx, row: Insertable<Tables['suggestions']>): Promise<void> {
  await tx.insertInto('suggestions').values(row).execute()
}

/** Makes a suggestion the present classification; a development type decided by a person stays. */
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
  const { id, ...request } = await tx
    .updateTable('requests')
    .set({ classified_at: at })
    .where('number', '=', number)
    .returning(['id', 'requester_id', 'assigned_to_id'])
    .executeTakeFirstOrThrow()
  tellPages(tx, { kind: 'classifications', id, request })
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

/** Requester and assignee of a request, which determine who may see it. */
export function peopleOf(reader: Reader, number: number) {
  return reader
    .selectFrom('requests')
    .select(['requester_id', 'assigned_to_id'])
    .where('number', '=', number)
    .executeTakeFirst()
}

export async function idOf(reader: Reader, number: number): Promise<string> {
  const { id } = await reader.selectFrom('requests').select('id').where('number', '=', number).executeTakeFirstOrThrow()
  return id
}

/** Whether another person has decided about one of these fields of a request, for any suggestion. */
export async function isDecidedByOthers(
  reader: Reader,
  number: number,
  personId: string,
  fields: SuggestedField[],
): Promise<boolean> {
  const rows = await reader
    .selectFrom('suggestion_decisions')
    .select('id')
    .where('request_number', '=', number)
    .where('decided_by_id', '<>', personId)
    .where('field', 'in', fields)
    .limit(1)
    .executeTakeFirst()
  return rows !== undefined
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

/** Stores a decision; a later one about the same field of the suggestion replaces it. */
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

/** @param fields only decisions about these; all when left out */
export async function forgetDecisions(tx: Tx, suggestionId: string, fields?: readonly SuggestedField[]): Promise<void> {
  const decisions = tx.deleteFrom('suggestion_decisions').where('suggestion_id', '=', suggestionId)
  await (fields ? decisions.where('field', 'in', fields) : decisions).execute()
}

export async function linkSuggestion(tx: Tx, suggestionId: string, number: number): Promise<void> {
  await tx.updateTable('suggestions').set({ request_number: number }).where('id', '=', suggestionId).execute()
}

export async function countClassified(db: Db): Promise<number> {
  const [row] = await db.readInWorker(
    db.read
      .selectFrom('classifications')
      .select((all) => all.fn.countAll<number>().as('count'))
      .compile(),
  )
  return Number(row?.count ?? 0)
}
