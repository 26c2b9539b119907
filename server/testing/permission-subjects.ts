import { buildBackup } from './backups.ts'
import { buildRequest } from './build.ts'
import { buildComment } from './comments.ts'
import { buildDocument, buildUpload } from './documents.ts'
import {
  AT,
  buildBatch,
  buildExport,
  buildPeopleImport,
  buildReading,
  buildReport,
  buildRun,
  buildSuggestion,
  CUSTOM,
  LATER,
  NOTHING,
  type Office,
} from './permission-rows.ts'
import { buildRole } from './roles.ts'

/** A request of Ada's that always exists. */
interface Known {
  id: string
  number: number
}

/** What `{id}` stands for in Dan's calls; "own" is his, anything else is Ada's. Each function creates it and returns its id. */
const SUBJECTS = {
  none: () => Promise.resolve(NOTHING),
  request: (_office, { id }) => Promise.resolve(id),
  'request and upload': async (office, { id }) => {
    await buildUpload(office.services, { id: NOTHING, userId: office.dan.id })
    return id
  },
  'request with internal note': async ({ db, ben }, { id, number }) => {
    await buildComment(db, { id: NOTHING, requestNumber: number, authorId: ben.id, isInternal: true })
    return id
  },
  'own comment': ({ db, dan }, { number }) =>
    buildComment(db, { id: NOTHING, requestNumber: number, authorId: dan.id }),
  'own internal note': ({ db, dan }, { number }) =>
    buildComment(db, { id: NOTHING, requestNumber: number, authorId: dan.id, isInternal: true }),
  'request to review': async ({ db, ada }) =>
    (await buildRequest(db, { requesterId: ada.id, department: 'compliance' })).id,
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
  backup: ({ services }) => buildBackup(services),
  'own people import': (office) => buildPeopleImport(office),
  person: async ({ db, ada }) => {
    await buildRole(db, { id: 'nothing', permissions: [], people: [ada.id] })
    return ada.id
  },
  'own change of people': async ({ db, dan }) => {
    const row = { id: NOTHING, created_by_id: dan.id, action: '{"kind":"sessions"}', total: 0, ended_at: AT }
    await db.write((tx) =>
      tx
        .insertInto('people_changes')
        .values({ ...row, created_at: AT })
        .execute(),
    )
    return NOTHING
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
