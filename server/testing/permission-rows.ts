import { guessColumns } from '../../shared/import-columns.ts'
import { Readable } from 'node:stream'
import type { Classification } from '../../shared/ai.ts'
import type { ExportedList } from '../../shared/exports/exports.ts'
import type { testApp } from './app.ts'
import { buildDocument } from './documents.ts'

export type Office = Awaited<ReturnType<typeof testApp>>

/** The id of each subject: no test needs two of a kind. */
export const NOTHING = '00000000-0000-4000-8000-000000000000'
export const AT = '2026-03-10T09:00:00.000Z'
export const LATER = '2026-04-10T09:00:00.000Z'

export async function buildBatch({ db, dan }: Office, number: number): Promise<string> {
  const batch = { id: NOTHING, created_by_id: dan.id, created_at: AT, filter: '{}', with_time: 0, total: 1 }
  await db.write(async (tx) => {
    await tx
      .insertInto('batches')
      .values({ ...batch, state: 'finished', ended_at: AT })
      .execute()
    await tx.insertInto('batch_items').values({ batch_id: NOTHING, request_number: number }).execute()
  })
  return NOTHING
}

export async function buildSuggestion({ db }: Office, number: number): Promise<string> {
  const values = { priority: 'low', development_type: 'UI', department: 'it', confidence: 0.5 } as const
  const made = { engine: 'local', engine_version: '1', created_at: AT, text_hash: null, asked_by_id: null }
  const opinionOf = <T>(value: T) => ({ value, probability: 0.5, certain: true, missing: null, alternatives: [] })
  const classification: Classification = {
    priority: values.priority,
    developmentType: values.development_type,
    responsibleDepartment: values.department,
    confidence: values.confidence,
    reasoning: 'Because.',
    fields: {
      priority: opinionOf(values.priority),
      developmentType: opinionOf(values.development_type),
      responsibleDepartment: opinionOf(values.department),
    },
    words: [],
    engine: { name: 'local', version: '1', learnedFrom: 0 },
  }
  const result = JSON.stringify(classification)
  await db.write((tx) =>
    tx
      .insertInto('suggestions')
      .values({ id: NOTHING, request_number: number, result, ...values, ...made })
      .execute(),
  )
  return NOTHING
}

export async function buildExport({ db, dan, services }: Office, list: ExportedList, seesAll: 0 | 1): Promise<string> {
  await services.files.put('exports/one', Readable.from([Buffer.from('rows')]), 4)
  const made = { format: 'csv', file_name: 'Rows.csv', view: '{}', columns: '[]', state: 'ready', note: null } as const
  const file = { rows_done: 1, total: 1, store_key: 'exports/one', size: 4, checksum: '0' }
  const row = { id: NOTHING, user_id: dan.id, list, sees_all: seesAll, created_at: AT, expires_at: LATER }
  await db.write((tx) =>
    tx
      .insertInto('exports')
      .values({ ...row, ...made, ...file })
      .execute(),
  )
  return NOTHING
}

export const CUSTOM = { kind: 'custom', view: '', columns: ['requestId'], groupBy: null, chart: 'none' }

export async function buildReport({ db }: Office, owner: { id: string }): Promise<string> {
  const id = NOTHING
  const row = { id, owner_id: owner.id, name: 'Ours', content: JSON.stringify(CUSTOM), shared_with: '[]', version: 1 }
  await db.write((tx) =>
    tx
      .insertInto('reports')
      .values({ ...row, created_at: AT, updated_at: AT })
      .execute(),
  )
  return id
}

export async function buildRun({ db, dan, services }: Office, content: object, seesAll: 0 | 1): Promise<string> {
  await services.files.put('reports/one', Readable.from([Buffer.from('rows')]), 4)
  const files = JSON.stringify([{ format: 'csv', fileName: 'Ours.csv', key: 'reports/one', size: 4, checksum: '0' }])
  const of = { report_id: NOTHING, schedule_id: null, due_at: null, name: 'Ours', content: JSON.stringify(content) }
  const made = { formats: '["csv"]', sees_all: seesAll, state: 'ready', files, document: null, row_count: 1 } as const
  const when = { period: null, note: null, created_at: AT, ended_at: AT, expires_at: LATER }
  await db.write((tx) =>
    tx
      .insertInto('report_runs')
      .values({ id: NOTHING, owner_id: dan.id, ...of, ...made, ...when })
      .execute(),
  )
  return NOTHING
}

/** With one proposal that has the same id. */
export async function buildReading({ db, ada, services }: Office, requestNumber: number | null): Promise<string> {
  const document_id = await buildDocument(services, { requestNumber, uploadedById: ada.id })
  const reading = { id: NOTHING, document_id, asked_by_id: ada.id, asked_at: AT, state: 'ready', ended_at: AT } as const
  const text = { title: 'Weigh empty trucks', description: 'Too.', department: 'it', priority: 'low' } as const
  const suggested = { ...text, developmentType: null, dueDate: null }
  const place = { position: 0, page: 1, start_offset: 0, end_offset: 5, passage: 'Weigh', section: null }
  const common = { confidence: 0.5, suggestion_id: null, development_type: null, due_date: null, duplicates: '[]' }
  const open = { state: 'open', decided_by_id: null, decided_at: null, request_number: null, version: 1 } as const
  await db.write(async (tx) => {
    await tx
      .insertInto('document_readings')
      .values({ ...reading, note: null, engine: null, result: null })
      .execute()
    await tx
      .insertInto('document_proposals')
      .values({
        id: NOTHING,
        reading_id: NOTHING,
        ...text,
        ...place,
        ...common,
        ...open,
        suggested: JSON.stringify(suggested),
      })
      .execute()
  })
  return NOTHING
}

/** Dan's file of people, with one person who can be invited. */
export async function buildPeopleImport({ db, dan }: Office): Promise<string> {
  const choices = { columns: guessColumns([]), roles: [], departments: [], updateExisting: false }
  const outcomes = { invite: 1, update: 0, same: 0, refused: 0 }
  const summary = { outcomes, existing: 0, roles: [], unknownRoles: [], unknownDepartments: [] }
  const row = { id: NOTHING, user_id: dan.id, state: 'open', encoding: 'utf-8', people: 1, columns: '[]' } as const
  const line = {
    import_id: NOTHING,
    line: 2,
    cells: '[]',
    rank: 3,
    outcome: 'invite',
    link_id: null,
    done_at: null,
  } as const
  const names = { firstName: 'Eva', lastName: 'Stone', username: 'eva', email: 'eva@office.example' }
  const plan = { ...names, role: 'own', department: '', problems: [], notes: [], changes: [] }
  await db.write(async (tx) => {
    const stored = { ...row, choices: JSON.stringify(choices), summary: JSON.stringify(summary), created_at: AT }
    await tx.insertInto('people_imports').values(stored).execute()
    await tx
      .insertInto('people_import_lines')
      .values({ ...line, plan: JSON.stringify(plan) })
      .execute()
  })
  return NOTHING
}
