import { type Kysely, sql } from 'kysely'
import { emailKey } from '../../../../shared/account-keys.ts'
import type { Engine } from '../db.ts'

/** An email address belongs to one account, whatever its case. Accounts that share one already keep it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await sql`alter table users add column email_key ${key} not null default ''`.execute(db)
  await sql`alter table users add column shares_email integer not null default 0`.execute(db)
  await keyEmails(db)
  await sql`create index users_by_email on users (email_key)`.execute(db)
  await sql`create unique index users_one_by_email on users (email_key)
    where email_key <> '' and shares_email = 0`.execute(db)
}

/** The oldest of several accounts with an address gets it; the others are marked as sharing it. */
export async function keyEmails(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users order by created_at, id`.execute(db)
  const held = new Set<string>()
  for (const { id, email } of rows) {
    const key = emailKey(email)
    const shares = held.has(key) ? 1 : 0
    held.add(key)
    await sql`update users set email_key = ${key}, shares_email = ${shares} where id = ${id}`.execute(db)
  }
}
