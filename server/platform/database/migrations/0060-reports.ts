import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Saved reports, their schedules and their runs. Built-in reports have no row: their key serves as id. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pg = engine === 'postgres'
  const instant = sql.raw(pg ? 'timestamptz(3)' : 'text')
  const key = sql.raw(pg ? 'text collate "C"' : 'text')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table reports (
    id ${key} not null primary key, owner_id ${key} not null references users (id), name text not null,
    content text not null, shared_with text not null, version integer not null,
    created_at ${instant} not null, updated_at ${instant} not null)`)
  await run(sql`create index reports_by_owner on reports (owner_id)`)

  await run(sql`create table report_schedules (
    id ${key} not null primary key, report_id ${key} not null, owner_id ${key} not null references users (id),
    cadence ${key} not null, weekday integer not null, month_day integer not null, time ${key} not null,
    time_zone ${key} not null, period ${key}, formats text not null, recipients text not null,
    next_at ${instant}, note text, version integer not null, unique (report_id, owner_id))`)
  await run(sql`create index report_schedules_due on report_schedules (next_at) where next_at is not null`)

  await run(sql`create table report_runs (
    id ${key} not null primary key, report_id ${key} not null, schedule_id ${key}, due_at ${instant},
    owner_id ${key} not null references users (id), name text not null, content text not null, period ${key},
    formats text not null, sees_all smallint, state ${key} not null, files text not null, document text,
    row_count bigint, note text, created_at ${instant} not null, ended_at ${instant}, expires_at ${instant} not null,
    unique (schedule_id, due_at))`)
  await run(sql`create index report_runs_by_report on report_runs (report_id, created_at)`)
  await run(sql`create index report_runs_by_owner on report_runs (owner_id, state)`)
  await run(sql`create index report_runs_by_expiry on report_runs (expires_at)`)
  await run(sql`create table report_run_readers (
    run_id ${key} not null references report_runs (id) on delete cascade, reader ${key} not null,
    primary key (run_id, reader))`)
}
