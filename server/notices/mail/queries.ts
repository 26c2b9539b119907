import { type Insertable, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type MailRow = Selectable<Tables['mails']>

/** @returns the id of the stored mail: of the waiting one with the same open key, if there is one */
export async function insertMail(
  tx: Tx,
  row: Omit<Insertable<Tables['mails']>, 'address' | 'reason' | 'last_answer' | 'settled_at'>,
): Promise<string> {
  const { id } = await tx
    .insertInto('mails')
    .values(row)
    // An update in name only: it returns the row, and locks it against the attempt that closes it.
    .onConflict((conflict) => conflict.column('open_key').doUpdateSet({ open_key: row.open_key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Begins an attempt: from now on, nothing joins the mail. @returns undefined if it was sent or dropped already */
export async function beginAttempt(tx: Tx, id: string): Promise<MailRow | undefined> {
  return tx
    .updateTable('mails')
    .set({ open_key: null, attempts: sql<number>`attempts + 1`, state: 'waiting', settled_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'dead'])
    .returningAll()
    .executeTakeFirst()
}

export async function updateMail(
  tx: Tx,
  id: string,
  change: Partial<Pick<MailRow, 'state' | 'reason' | 'last_answer' | 'address' | 'settled_at'>>,
): Promise<void> {
  await tx.updateTable('mails').set(change).where('id', '=', id).execute()
}

/** Whom a mail is for. */
export function findRecipient(reader: Reader, id: string) {
  return reader
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'deactivated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Settles a mail that waits; one that was sent, dropped or given up stays as it is. */
export async function settleUnsent(
  tx: Tx,
  id: string,
  change: Pick<MailRow, 'state' | 'reason' | 'settled_at'>,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ ...change, open_key: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Mails that were tried in vain, the newest first. */
export async function undeliveredMails(reader: Reader, { limit, offset }: { limit: number; offset: number }) {
  const tried = reader
    .selectFrom('mails as m')
    .where('m.state', 'in', ['dead', 'waiting'])
    .where('m.reason', 'is not', null)
  const rows = await tried
    .leftJoin('users as u', 'u.id', 'm.person_id')
    .select(['m.id', 'm.address', 'm.reason', 'm.last_answer', 'm.attempts', 'm.state', 'm.settled_at'])
    .select(['u.first_name as first', 'u.last_name as last'])
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const counted = tried.select((row) => row.fn.countAll<number>().as('total'))
  const { total } = await counted.executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
