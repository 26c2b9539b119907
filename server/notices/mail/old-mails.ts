import type { Tx } from '../../platform/database/db.ts'

/** Deletes at most `limit` mails that were settled before an instant. @returns their number */
export async function deleteSettledMails(tx: Tx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('id', 'in', (row) =>
      row
        .selectFrom('mails')
        .select('id')
        .where('state', 'in', ['sent', 'dead', 'dropped'])
        .where('settled_at', '<', before)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
