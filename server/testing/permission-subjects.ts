import { Readable } from 'node:stream'
import type { Classification } from '../../shared/ai.ts'
import type { ExportedList } from '../../shared/exports/exports.ts'
import type { testApp } from './app.ts'
import { buildRequest } from './build.ts'
import { buildDocument, buildUpload } from './documents.ts'
import { buildRole } from './roles.ts'

type Office = Awaited<ReturnType<typeof testApp>>
/** A request of Ada's that always exists. */
interface Known {
  id: string
  number: number
}

export const NOTHING = '00000000-0000-4000-8000-000000000000'
const AT = '2026-03-10T09:00:00.000Z'
const LATER = '2026-04-10T09:00:00.000Z'

/** What `{id}` stands for in Dan's calls; "own" is his, anything else is Ada's. Each function creates it and returns its id. */
const SUBJECTS = {
  none: () => Promise.resolve(NOTHING),
  request: (_office, { id }) => Promise.resolve(id),
  'request and upload': async (office, { id }) => {
    await buildUpload(office.services, { id: NOTHING, userId: office.dan.id })
    return id
  },
  'own request': async ({ db, dan }) => (await buildRequest(db, { requesterId: dan.id })).id,
  'own batch': (office, { number }) => buildBatch(office, number),
  suggestion: (office, { number }) => buildSuggestion(office, number),
  'own suggestion': async (office) =>
    buildSuggestion(office, (await buildRequest(office.db, { requesterId: office.dan.id })).number),
  document: ({ services, ada }, { number }) => buildDocument(services, { requestNumber: number, uploadedById: ada.id }),
  'document of no request': ({ services, ada }) =>
    buildDocument(services, { requestNumber: null, uploadedById: ada.id }),
  'own document': ({ services, dan }, { number }) =>
    buildDocument(services, { requestNumber: number, uploadedById: dan.id }),
  upload: async ({ services, dan }) => {
    await buildUpload(services, { id: NOTHING, userId: dan.id })
    return NOTHING
  },
  'begun upload': async ({ db, dan }) => {
    const row = { id: NOTHING, user_id: dan.id, name: 'Letter.pdf', size: 10, received: 0, checksum: null }
    await db.write((tx) =>
      tx
        .insertInto('uploads')
        .values({ ...row, created_at: AT, expires_at: LATER })
        .execute(),
    )
    return NOTHING
  },
  person: async ({ db, ada }) => {
    await buildRole(db, { id: 'nothing', permissions: [], people: [ada.id] })
    return ada.id
  },
  'invited person': async ({ db, ben }) => {
    await buildRole(db, { id: 'nothing', permissions: [], people: [ben.id] })
    await db.write((tx) => tx.updateTable('users').set({ activated_at: null }).where('id', '=', ben.id).execute())
    return ben.id
  },
  role: async ({ db }) => {
    await buildRole(db, { id: 'nothing', permissions: [] })
    return 'nothing'
  },
  'own session': async ({ db, dan }) => {
    const own = db.read.selectFrom('sessions').select('id').where('user_id', '=', dan.id)
    return (await own.executeTakeFirstOrThrow()).id
  },
  'blocked sign-in': async ({ db }) => {
    const row = { key: 'x', id: NOTHING, kind: 'address', account: null, address: '192.0.2.1', failures: 9 } as const
    await db.write((tx) =>
      tx
        .insertInto('sign_in_failures')
        .values({ ...row, last_failed_at: AT, blocked_until: LATER })
        .execute(),
    )
    return NOTHING
  },
  'dead job': async ({ db }) => {
    const row = { kind: 'batch', payload: 'null', unique_key: null, person_id: null, attempts: 5, max_attempts: 5 }
    const { id } = await db.write((tx) =>
      tx
        .insertInto('jobs')
        .values({ ...row, run_at: AT, created_at: AT, dead_at: AT })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return String(id)
  },
  department: () => Promise.resolve('it'),
  'own export': (office) => buildExport(office, 'requests', 0),
  'own export of all requests': (office) => buildExport(office, 'requests', 1),
  'own export of promises': (office) => buildExport(office, 'promises', 0),
  'own export of people': (office) => buildExport(office, 'people', 0),
  'own report': (office) => buildReport(office, office.dan),
  'report of somebody gone': async (office) => {
    const gone = { deactivated_at: AT }
    await office.db.write((tx) => tx.updateTable('users').set(gone).where('id', '=', office.ada.id).execute())
    return buildReport(office, office.ada)
  },
  'own scheduled report': async (office) => {
    const id = await buildReport(office, office.dan)
    const row = {
      id: NOTHING,
      report_id: id,
      owner_id: office.dan.id,
      cadence: 'daily',
      weekday: 1,
      month_day: 1,
    } as const
    const when = { time: '07:30', time_zone: 'UTC', period: null, next_at: null, note: null, version: 1 }
    const what = { formats: '["csv"]', recipients: '{"people":[],"roles":[]}' }
    await office.db.write((tx) =>
      tx
        .insertInto('report_schedules')
        .values({ ...row, ...when, ...what })
        .execute(),
    )
    return id
  },
  'ready report with figures': () => Promise.resolve('promises'),
  'own run': (office) => buildRun(office, CUSTOM, 0),
  'own run of all requests': (office) => buildRun(office, CUSTOM, 1),
  'own run with figures': (office) => buildRun(office, { kind: 'ready', ready: 'promises' }, 0),
  reading: (office) => buildReading(office, null),
  'reading of a request': (office, { number }) => buildReading(office, number),
} satisfies Record<string, (office: Office, request: Known) => Promise<string>>

export type Subject = keyof typeof SUBJECTS

/** Creates the subject of a call, besides Ada's request. @returns the value of `{id}` */
export async function buildSubject(office: Office, subject: Subject): Promise<string> {
  const request = await buildRequest(office.db, { requesterId: office.ada.id })
  const build: (office: Office, request: Known) => Promise<string> = SUBJECTS[subject]
  return build(office, request)
}

async function buildBatch({ db, dan }: Office, number: number): Promise<string> {
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

async function buildSuggestion({ db }: Office, number: number): Promise<string> {
  const values = { priority: 'low', development_type: 'UI', department: 'it', confidence: 0.5 } as const
  const made = { engine: 'local', engine_version: '1', created_at: AT, text_hash: null, asked_by_id: null }
  const opinionOf = <T>(value: T) => ({ value, probability: 0.5, certain: true, missing: null, alternatives: [] })
  const said: Classification = {
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
  const result = JSON.stringify(said)
  await db.write((tx) =>
    tx
      .insertInto('suggestions')
      .values({ id: NOTHING, request_number: number, result, ...values, ...made })
      .execute(),
  )
  return NOTHING
}

async function buildExport({ db, dan, services }: Office, list: ExportedList, seesAll: 0 | 1): Promise<string> {
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

const CUSTOM = { kind: 'custom', view: '', columns: ['requestId'], groupBy: null, chart: 'none' }

async function buildReport({ db }: Office, owner: { id: string }): Promise<string> {
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

async function buildRun({ db, dan, services }: Office, content: object, seesAll: 0 | 1): Promise<string> {
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
async function buildReading({ db, ada, services }: Office, requestNumber: number | null): Promise<string> {
  const document_id = await buildDocument(services, { requestNumber, uploadedById: ada.id })
  const reading = { id: NOTHING, document_id, asked_by_id: ada.id, asked_at: AT, state: 'ready', ended_at: AT } as const
  const text = { title: 'Weigh empty trucks', description: 'Too.', department: 'it', priority: 'low' } as const
  const suggested = { ...text, developmentType: null, dueDate: null }
  const place = { position: 0, page: 1, start_offset: 0, end_offset: 5, passage: 'Weigh', section: null }
  const found = { confidence: 0.5, suggestion_id: null, development_type: null, due_date: null, duplicates: '[]' }
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
        ...found,
        ...open,
        suggested: JSON.stringify(suggested),
      })
      .execute()
  })
  return NOTHING
}
