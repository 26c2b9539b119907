import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** Until now, access to the dashboard included access to every request; this makes the latter a separate permission. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  const { rows } = await sql<{ id: string; permissions: string }>`select id, permissions from roles`.execute(db)
  for (const { id, permissions } of rows) {
    const stored: unknown = JSON.parse(permissions)
    if (!Array.isArray(stored) || !stored.includes('dashboard.view') || stored.includes('requests.viewAll')) continue
    const granted = JSON.stringify([...(stored as string[]), 'requests.viewAll'])
    await sql`update roles set permissions = ${granted} where id = ${id}`.execute(db)
  }
}
