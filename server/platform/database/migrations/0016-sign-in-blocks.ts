import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/**
 * Failed sign-ins record which account and address they block, so that an administrator can lift a block; plus the
 * addresses each account has signed in from.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  // Failures expire within the hour anyway.
  await run(sql`drop table sign_in_failures`)
  await run(sql`create table sign_in_failures (
    key ${key} primary key, id ${key} not null unique, kind ${key} not null, account ${key}, address ${key},
    failures integer not null, last_failed_at ${instant} not null, blocked_until ${instant})`)
  await run(sql`create index sign_in_failures_by_age on sign_in_failures (last_failed_at)`)
  await run(
    sql`create index sign_in_failures_blocked on sign_in_failures (blocked_until, id) where blocked_until is not null`,
  )
  await run(sql`create table sign_in_addresses (
    user_id ${key} not null references users (id), address ${key} not null, last_at ${instant} not null,
    primary key (user_id, address))`)
  await run(sql`create index sign_in_addresses_by_address on sign_in_addresses (address, last_at)`)
}
