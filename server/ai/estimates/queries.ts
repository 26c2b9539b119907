import type { Insertable } from 'kysely'
import type { DevelopmentType } from '../../../shared/ai.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** Null while the request has no classification, and where the type is not known. */
export async function developmentTypeOf(reader: Reader, number: number): Promise<DevelopmentType | null> {
  const row = await reader
    .selectFrom('classifications')
    .select('development_type')
    .where('request_number', '=', number)
    .executeTakeFirst()
  return row?.development_type ?? null
}

export async function insertAnalysis(tx: Tx, row: Insertable<Tables['analyses']>): Promise<void> {
  await tx.insertInto('analyses').values(row).execute()
}

export function newestAnalysis(reader: Reader, number: number) {
  return reader
    .selectFrom('analyses')
    .select(['result', 'asked_by_id'])
    .where('request_number', '=', number)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
