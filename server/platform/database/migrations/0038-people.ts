import { type Kysely, sql } from 'kysely'
import { collisionKey, searchKey, usernameKey } from '../../../../shared/account-keys.ts'
import type { Engine } from '../db.ts'

interface Stored {
  id: string
  username: string
  first_name: string
  last_name: string
  email: string
  username_key: string
  search_key: string
}

/**
 * Accounts that exist as invitations before the first sign-in, the links that activate them, and keys that treat
 * look-alike usernames as equal.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`alter table users add column activated_at ${instant}`)
  await run(sql`alter table users add column last_active_at ${instant}`)
  await run(sql`alter table users add column version integer not null default 1`)
  await run(sql`alter table users add column search_key ${key} not null default ''`)
  await run(sql`update users set activated_at = created_at, last_active_at = last_login_at`)
  await run(sql`create table account_links (
    id ${key} primary key, token_hash ${key} not null unique, kind ${key} not null check (kind in ('invitation', 'password')),
    user_id ${key} not null, created_at ${instant} not null, created_by_id ${key}, expires_at ${instant} not null,
    used_at ${instant}, ended_at ${instant})`)
  await run(sql`create index account_links_by_user on account_links (user_id, created_at)`)
  await run(sql`create index account_links_by_expiry on account_links (expires_at)`)
  await run(sql`create index users_by_role on users (role_id, id)`)
  await rekey(db)
}

/** The oldest of several look-alike accounts gets the common key; the others keep working under a unique one. */
export async function rekey(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Stored>`select id, username, first_name, last_name, email, username_key, search_key
    from users order by created_at, id`.execute(db)
  const taken = new Set<string>()
  const changed = rows.flatMap((row) => {
    const common = usernameKey(row.username)
    const username_key = taken.has(common) ? collisionKey(row.username) : common
    taken.add(common)
    const { id, username, first_name: firstName, last_name: lastName, email } = row
    const search_key = searchKey({ username, firstName, lastName, email })
    return username_key === row.username_key && search_key === row.search_key ? [] : [{ id, username_key, search_key }]
  })
  // In two passes: the new key of one account may be the old key of another.
  for (const { id } of changed)
    await sql`update users set username_key = ${`\u0001 ${id}`} where id = ${id}`.execute(db)
  for (const { id, username_key, search_key } of changed) {
    await sql`update users set username_key = ${username_key}, search_key = ${search_key} where id = ${id}`.execute(db)
  }
}
