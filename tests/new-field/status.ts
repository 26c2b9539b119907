import type { Edit } from './edits.ts'

/** Code edits that add a status, "On Hold": open, entered from In Progress and left to it. */
export const STATUS: Edit[] = [
  {
    file: 'server/platform/database/migrations/9001-on-hold.ts',
    add: `import { type Kysely, sql } from 'kysely'
import { STATUS_KEYS } from '../../../../shared/request-rules.ts'
import type { Engine } from '../db.ts'

const CHECK = \`check (status in (\${STATUS_KEYS.map((status) => \`'\${status}'\`).join(', ')}))\`
const INSTANTS = [
  \`completed_has_instant check ((status = 'completed') = (completed_at is not null))\`,
  \`started_has_instant check (status <> 'in_progress' or started_at is not null)\`,
]

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (text: string) => sql.raw<{ name: string; sql: string }>(text).execute(db)
  if (engine === 'postgres') {
    await run('alter table requests drop constraint requests_status_check')
    await run(\`alter table requests add constraint requests_status_check \${CHECK}\`)
    return
  }
  // SQLite drops only checks that have a name, so the column is made anew, without what refers to it.
  const indices = await run(\`select name, sql from sqlite_schema where tbl_name = 'requests' and sql like 'create index %status%'\`)
  for (const { name } of indices.rows) await run(\`drop index \${name}\`)
  for (const one of INSTANTS) await run(\`alter table requests drop constraint \${one.split(' ')[0]}\`)
  await run('alter table requests rename column status to former_status')
  await run(\`alter table requests add column status text not null default 'pending' constraint known_status \${CHECK}\`)
  await run('update requests set status = former_status')
  await run('alter table requests drop column former_status')
  for (const one of INSTANTS) await run(\`alter table requests add constraint \${one}\`)
  for (const { sql: text } of indices.rows) await run(text)
}
`,
  },
  {
    file: 'server/platform/database/migrate.ts',
    after: `import type Database from 'better-sqlite3'\n`,
    add: `import * as onHold from './migrations/9001-on-hold.ts'\n`,
  },
  {
    file: 'server/platform/database/migrate.ts',
    before: '}\n\n/** An arbitrary number, the same',
    add: `  '9001-on-hold': onHold,\n`,
  },
  {
    file: 'shared/request-rules.ts',
    after: `const OPEN = texts({ pending: 'Pending Review', in_progress: 'In Progress'`,
    add: `, on_hold: 'On Hold'`,
  },
  {
    file: 'shared/request-rules.ts',
    after: `  in_progress: 'Actively being worked on',\n`,
    add: `  on_hold: 'Waiting for something outside the office',\n`,
  },
  { file: 'shared/request-rules.ts', after: `  in_progress: ['pending', `, add: `'on_hold', ` },
  {
    file: 'shared/request-rules.ts',
    before: `  completed: ['in_progress'],`,
    add: `  on_hold: ['in_progress', 'rejected', 'cancelled'],\n`,
  },
  {
    file: 'web/requests/common/badges.tsx',
    before: `  completed: (\n`,
    add: `  on_hold: <path d="M4 3v6M8 3v6" {...line} />,\n`,
  },
  {
    file: 'web/requests/common/badges.tsx',
    after: `  in_progress: { colour: 'var(--chart-1)', fill: 'plain' },\n`,
    add: `  on_hold: { colour: 'var(--chart-4)', fill: 'hatched' },\n`,
  },
  { file: 'web/requests/common/badges.tsx', after: `  in_progress: 'blue',\n`, add: `  on_hold: 'amber',\n` },
  {
    file: 'server/assistant/grammar/statuses.ts',
    after: 'const OPEN_PHRASES: Record<OpenStatus, string> = {\n',
    add: `  on_hold: 'on hold; held; paused; parked',\n`,
  },
]
