/** What has to be written for one more field, "business reason". */
export interface Edit {
  file: string
  /** Either stands in the file once; without both the file is new. */
  after?: string
  before?: string
  add: string
}

/** An ordinary field: a long text that is required, edited, shown and recorded. */
export const FIELD: Edit[] = [
  {
    file: 'server/database/migrations/9000-business-reason.ts',
    add: `import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`alter table requests add column business_reason text not null default ''\`.execute(db)
}
`,
  },
  {
    file: 'server/database/migrate.ts',
    after: `import type Database from 'better-sqlite3'\n`,
    add: `import * as businessReason from './migrations/9000-business-reason.ts'\n`,
  },
  {
    file: 'server/database/migrate.ts',
    before: '}\n\n/** Any number; what matters',
    add: `  '9000-business-reason': businessReason,\n`,
  },
  { file: 'server/database/tables.ts', after: '    due_date: string\n', add: '    business_reason: string\n' },
  {
    file: 'shared/request-fields.ts',
    before: `  priority: {\n    wire: 'priority',`,
    add: `  businessReason: {
    wire: 'businessReason',
    column: 'business_reason',
    label: 'Business reason',
    kind: 'long-text',
    initially: '',
  },
`,
  },
  {
    // The stories of the made-up offices say nothing of it.
    file: 'seeds/common/life.ts',
    after: 'const UNTOLD = {',
    add: ` businessReason: 'The office asked for it.' `,
  },
]

/** What tests make requests with. */
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
]
