/** Code edits that add a field, "business reason". */
export interface Edit {
  file: string
  /** Anchor that occurs in the file once; without `after` and `before` the file is new. */
  after?: string
  before?: string
  add: string
}

/** A typical field: a long text that is required, editable, displayed and recorded. */
export const FIELD: Edit[] = [
  {
    file: 'server/platform/database/migrations/9000-business-reason.ts',
    add: `import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`alter table requests add column business_reason text not null default ''\`.execute(db)
}
`,
  },
  {
    file: 'server/platform/database/migrate.ts',
    after: `import type Database from 'better-sqlite3'\n`,
    add: `import * as businessReason from './migrations/9000-business-reason.ts'\n`,
  },
  {
    file: 'server/platform/database/migrate.ts',
    before: '}\n\n/** An arbitrary number, the same',
    add: `  '9000-business-reason': businessReason,\n`,
  },
  { file: 'server/platform/database/tables.ts', after: '    due_date: string\n', add: '    business_reason: string\n' },
  {
    file: 'shared/request-fields.ts',
    before: `  priority: {\n    wire: 'priority',`,
    add: `  businessReason: {
    wire: 'businessReason',
    column: 'business_reason',
    label: text('Business reason'),
    kind: 'long-text',
    initially: '',
  },
`,
  },
  {
    // The stories of the synthetic offices do not mention it.
    file: 'seeds/common/life.ts',
    after: 'const STORY_DEFAULTS = {',
    add: ` businessReason: 'The office asked for it.' `,
  },
]

/** Edits of test data. */
export const TEST_DATA: Edit[] = [
  {
    file: 'server/testing/build.ts',
    after: 'const DRAFT: NewRequest = {\n',
    add: `  businessReason: 'Trucks wait.',\n`,
  },
  {
    file: 'web/testing/request.ts',
    after: `    title: 'Correct a rejected line',\n`,
    add: `    businessReason: 'Trucks wait.',\n`,
  },
  { file: 'web/analytics/example.ts', after: `  cumulative: {\n`, add: `    onHold: [1, 1, 1, 1, 1, 1, 1],\n` },
]
