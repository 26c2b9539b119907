import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Whether nobody has deleted the document: a deleted one stays for some days, so that it can be restored. */
export function isLive(table: 'd' | 'documents'): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${table}.deleted_at`)} is null`
}
