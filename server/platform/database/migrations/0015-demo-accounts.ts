import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db.ts'

/** The people of the demo office as earlier versions stored them: the ids are derived from the usernames. */
const DEMO_OFFICE = [
  'd977571d-b1e1-40c9-a423-e076b9cbb409',
  '75cabde7-8dac-463b-82dc-6e243121f3eb',
  '98027b82-73bd-49be-9c75-1dd0845c8aea',
  '1596439e-eb65-4785-becf-a54f70765953',
  'd2d57d3c-fac4-4dbb-bcfc-eeefe40fe473',
  '8fcaf8bf-94ff-4a2f-a138-02429eeae2b3',
  '80c76ded-aaa8-42f0-bd0d-a7dac0577b78',
  'ca98b617-f062-4c93-ab3e-bb246a431ef5',
  '1f940fe3-ef83-4758-bd2c-df53873e9e6a',
  '5639b0b6-e8e6-4656-9f80-116e42f27ad2',
  'bea7ef00-5a84-4f48-9671-7fb32b8894a6',
  'c1c4c0af-3c62-40f9-ac6e-2e4a8547f717',
  'd1664d14-b9ee-49ac-b635-421cdf325e97',
  '98b09c39-829b-4e9d-b829-ae29586734d1',
  'fbbf4403-0b2f-4b13-b613-7b6c9d7b16ac',
  '7d4cc741-5caf-48c3-988a-eba9394fc6fc',
  '9877446a-f562-4c1d-8226-b4e1af5c01cf',
]

/** Marks accounts created by a seed, and drops the demo's weaker security settings, which earlier versions stored. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`alter table users add column is_demo integer not null default 0`)
  // A seed only fills an empty office, so every account older than the seed's audit entry was created by it. The domain is
  // reserved for examples: no real address ends in it.
  await run(sql`update users set is_demo = 1
    where id in (${sql.join(DEMO_OFFICE)}) or lower(email) like '%@customs.example'
      or created_at < (select max(at) from audit_log where action = 'office.seeded')`)
  await run(sql`delete from settings
    where (key = 'passwordMinLength' and value = '6') or (key = 'maxSessions' and value = '100')`)
}
