import { guessColumns } from '../../shared/import-columns.ts'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { DOCUMENT_SETTINGS } from '../../shared/document-settings.ts'
import type { Permission } from '../../shared/permissions.ts'
import { FAIR_USE } from '../../shared/fair-use.ts'
import { DEFAULT_PREFERENCES } from '../notices/preferences.ts'
import type { Subject } from './permission-subjects.ts'
import { NOTHING } from './permission-rows.ts'

const TEXT = { title: 'Weigh empty trucks, too', description: 'The weighbridge only knows full ones.' }
const VALUES = { department: 'it', priority: 'low' }
const NEW_REQUEST = { ...TEXT, ...VALUES, dueDate: '2026-05-01' }

export interface Sample {
  /** contains `{id}` where it names the subject */
  body?: object
  id?: Subject
  query?: string
  /** instead of a body */
  bytes?: Buffer
  /** its response does not end by itself */
  isEndless?: boolean
  /** status with all permissions, if the test office lacks what the call needs; default: below 400 */
  ends?: 409 | 503
}

export interface Case extends Sample {
  /** result without the permission: refused with this status, or a reduced answer */
  without: 403 | 404 | 'less'
  /** other permissions that would also suffice */
  orElse?: Permission[]
  /** other permissions that are also required */
  also?: Permission[]
  /** in offices where people see only their own requests */
  isOwnOnly?: boolean
}

export const SEE_OTHERS: Case = { without: 404, isOwnOnly: true }
const LESS_INTERNAL = { 'comments.internal': { id: 'request with internal note', without: 'less' } } as const
const OF_INTERNAL = { 'comments.internal': { id: 'own internal note', without: 404 } } as const
const OF_NO_REQUEST = { 'ai.documents': { id: 'document of no request', without: 404 } } as const
const OF_READING = { 'requests.viewAll': { ...SEE_OTHERS, id: 'reading of a request' } } as const
const OF_GONE = { 'team.manage': { id: 'report of somebody gone', without: 404 } } as const
const OF_RUN = {
  'analytics.view': { id: 'own run with figures', without: 403 },
  'requests.viewAll': { id: 'own run of all requests', without: 403, isOwnOnly: true },
} as const
const LESS = { 'requests.viewAll': { without: 'less', isOwnOnly: true } } as const
const REPORT = {
  name: 'Ours',
  content: { kind: 'custom', view: '', columns: ['requestId'], groupBy: null, chart: 'none' },
  sharedWith: [],
}
const WHEN = { cadence: 'daily', weekday: 1, monthDay: 1, time: '07:30', timeZone: 'UTC' }
const SCHEDULE = { ...WHEN, formats: ['csv'], recipients: { people: [], roles: [] }, version: 0 }
const HAND_OVER = { kind: 'deactivation', handOverTo: null }
const CANCEL = { status: 'cancelled' }
const DECISION = { decisions: [{ field: 'priority', outcome: 'accepted' }] }

/** A valid call of each route, and for permissions that are only needed sometimes, a call that needs them. */
export const SAMPLES: Record<string, Sample & { cases?: Partial<Record<Permission, Case>> }> = {
  'GET /api/events': { isEndless: true },
  'GET /api/requests': {
    cases: {
      ...LESS,
      'comments.internal': { id: 'request with internal note', query: '?search=remark', without: 'less' },
    },
  },
  'GET /api/ai/quality': { cases: { 'requests.viewAll': { without: 403, isOwnOnly: true } } },
  'GET /api/dashboard/stats': { cases: LESS },
  'GET /api/dashboard/status-distribution': { cases: LESS },
  'GET /api/dashboard/volume': { cases: LESS },
  'GET /api/analytics/flow': { cases: LESS },
  'GET /api/analytics/rows': {
    query: '?mark=all',
    cases: LESS,
  },
  'GET /api/analytics/rows.csv': {
    query: '?mark=all',
    cases: LESS,
  },
  'POST /api/requests': {
    body: NEW_REQUEST,
    cases: {
      'documents.upload': {
        id: 'request and upload',
        body: { ...NEW_REQUEST, uploadIds: [NOTHING] },
        without: 403,
      },
    },
  },
  'POST /api/exports': {
    body: { format: 'csv', view: {} },
    cases: {
      'analytics.view': { without: 403, body: { list: 'promises', format: 'csv', view: {} } },
      'team.manage': { without: 403, body: { list: 'people', format: 'csv', view: {} } },
    },
  },
  'GET /api/exports/{id}': { id: 'own export' },
  'DELETE /api/exports/{id}': { id: 'own export' },
  'GET /api/exports/{id}/content': {
    id: 'own export',
    cases: {
      'analytics.view': { id: 'own export of promises', without: 403 },
      'team.manage': { id: 'own export of people', without: 403 },
      'requests.viewAll': { id: 'own export of all requests', without: 403, isOwnOnly: true },
    },
  },
  'GET /api/reports': {
    cases: {
      'analytics.view': { without: 'less' },
      'team.manage': { id: 'report of somebody gone', without: 'less' },
    },
  },
  'POST /api/reports': { body: REPORT },
  'GET /api/reports/{id}': { id: 'own report', cases: OF_GONE },
  'PUT /api/reports/{id}': { id: 'own report', body: { ...REPORT, version: 1 } },
  'DELETE /api/reports/{id}': { id: 'own report', cases: OF_GONE },
  'PUT /api/reports/{id}/owner': { id: 'report of somebody gone' },
  'POST /api/report-previews': {
    body: { content: REPORT.content },
    cases: {
      'analytics.view': { body: { content: { kind: 'ready', ready: 'promises' } }, without: 403 },
      'requests.viewAll': { without: 'less', isOwnOnly: true },
    },
  },
  'POST /api/reports/{id}/runs': {
    id: 'own report',
    body: { formats: ['csv'] },
    cases: { 'analytics.view': { id: 'ready report with figures', without: 403 } },
  },
  'GET /api/reports/{id}/runs': { id: 'own report' },
  'GET /api/report-runs/{id}': { id: 'own run', cases: OF_RUN },
  'DELETE /api/report-runs/{id}': { id: 'own run' },
  'GET /api/report-runs/{id}/content': { id: 'own run', query: '?format=csv', cases: OF_RUN },
  'GET /api/reports/{id}/schedules': { id: 'own report' },
  'PUT /api/reports/{id}/schedule': {
    id: 'own report',
    body: SCHEDULE,
    cases: { 'analytics.view': { id: 'ready report with figures', without: 403, also: ['reports.schedule'] } },
  },
  'DELETE /api/reports/{id}/schedule': { id: 'own scheduled report' },
  'POST /api/uploads': { body: { name: 'Letter.pdf', size: 10 } },
  'GET /api/uploads/{id}': { id: 'begun upload' },
  'DELETE /api/uploads/{id}': { id: 'begun upload' },
  'PATCH /api/uploads/{id}': { id: 'begun upload', query: '?offset=0', bytes: Buffer.from('piece') },
  'GET /api/requests/{id}/documents': { id: 'request' },
  'POST /api/requests/{id}/documents': { id: 'request and upload', body: { uploadIds: [NOTHING] } },
  'GET /api/documents/{id}': { id: 'document', cases: OF_NO_REQUEST },
  'GET /api/documents/{id}/content': { id: 'document', cases: OF_NO_REQUEST },
  'GET /api/documents/{id}/text': { id: 'document', cases: OF_NO_REQUEST },
  'DELETE /api/documents/{id}': {
    id: 'own document',
    cases: {
      'documents.delete': { id: 'document', without: 403 },
      'ai.documents': { ...OF_NO_REQUEST['ai.documents'], also: ['documents.delete'] },
    },
  },
  'PUT /api/documents/{id}/restore': {
    id: 'own document',
    cases: {
      'documents.delete': { id: 'document', without: 403 },
      'ai.documents': { ...OF_NO_REQUEST['ai.documents'], also: ['documents.delete'] },
    },
  },
  'PUT /api/settings/documents': { body: { ...DOCUMENT_SETTINGS, version: 1 } },
  'PATCH /api/requests/{id}': {
    id: 'request',
    body: { title: 'Another' },
    cases: {
      'requests.assign': { body: { assignedToId: 'user-ben' }, without: 403 },
      'requests.cancelOwn': { id: 'own request', body: CANCEL, without: 403, orElse: ['requests.cancelAny'] },
      'requests.cancelAny': { body: CANCEL, without: 403 },
    },
  },
  'PUT /api/requests/{id}/cancel': {
    id: 'own request',
    cases: {
      'requests.cancelAny': { id: 'request', without: 403 },
      'requests.viewAll': { ...SEE_OTHERS, id: 'request' },
    },
  },
  'GET /api/requests/{id}': { id: 'request' },
  'GET /api/requests/{id}/history': { id: 'request', cases: LESS_INTERNAL },
  'GET /api/requests/{id}/pdf': { id: 'request', cases: LESS_INTERNAL },
  'GET /api/requests/{id}/outlook': { id: 'request' },
  'GET /api/requests/{id}/watchers': { id: 'request', cases: LESS_INTERNAL },
  'PUT /api/requests/{id}/watch': { id: 'request' },
  'DELETE /api/requests/{id}/watch': { id: 'request' },
  'PUT /api/requests/{id}/presence': { id: 'request', body: { page: '0'.repeat(32), activity: 'looking' } },
  'PUT /api/profile/notices': { body: DEFAULT_PREFERENCES },
  'POST /api/profile/notices/budget': { body: DEFAULT_PREFERENCES },
  'GET /api/waiting': {
    id: 'request to review',
    cases: {
      'requests.edit': { id: 'request to review', without: 'less' },
      'requests.viewAll': { id: 'request to review', without: 'less', isOwnOnly: true, also: ['requests.edit'] },
    },
  },
  'POST /api/notices/read': { body: { all: true } },
  'POST /api/notices/unread': { body: { all: true } },
  'GET /api/requests/{id}/comments': { id: 'request', cases: LESS_INTERNAL },
  'POST /api/requests/{id}/comments': {
    id: 'request',
    body: { comment: 'x' },
    cases: { 'comments.internal': { body: { comment: 'x', internal: true }, without: 403 } },
  },
  'PUT /api/comments/{id}': { id: 'own comment', body: { comment: 'x' }, cases: OF_INTERNAL },
  'DELETE /api/comments/{id}': { id: 'own comment', cases: OF_INTERNAL },
  'GET /api/requests/{id}/mentionable': {
    id: 'request',
    cases: { 'comments.internal': { query: '?internal=true', without: 403 } },
  },
  'GET /api/ai/classification/{id}': { id: 'request' },
  'GET /api/ai/analyze-request/{id}': { id: 'request' },
  'GET /api/ai/status': { cases: LESS },
  'POST /api/ai/classify-request': {
    body: TEXT,
    ends: 503,
    cases: { 'requests.viewAll': { ...SEE_OTHERS, id: 'request', body: { ...TEXT, requestId: '{id}' } } },
  },
  'POST /api/ai/feedback': {
    id: 'own suggestion',
    body: { suggestionId: '{id}', ...DECISION },
    cases: {
      'requests.edit': { id: 'suggestion', body: { suggestionId: '{id}', ...DECISION }, without: 403 },
      'requests.viewAll': {
        ...SEE_OTHERS,
        id: 'suggestion',
        body: { suggestionId: '{id}', ...DECISION },
        also: ['requests.edit'],
      },
    },
  },
  'POST /api/ai/predict-time': {
    body: { ...TEXT, ...VALUES },
    ends: 503,
    cases: { 'requests.viewAll': { ...SEE_OTHERS, id: 'request', body: { ...TEXT, ...VALUES, requestId: '{id}' } } },
  },
  'POST /api/ai/user-assistant': {
    body: { message: 'How long does it take?', context: 'user_assistance' },
    cases: {
      'dashboard.view': { without: 'less', body: { message: 'How are we doing?', context: 'user_assistance' } },
    },
  },
  'POST /api/ai/similar': { body: TEXT, ends: 503 },
  'POST /api/ai/batches': { body: {} },
  'GET /api/ai/batches': { id: 'own batch', cases: LESS },
  'GET /api/ai/batches/{id}': { id: 'own batch', cases: LESS },
  'GET /api/ai/batches/{id}/items': { id: 'own batch', cases: LESS },
  'POST /api/ai/batches/{id}/cancel': { id: 'own batch', body: {}, cases: LESS },
  'POST /api/ai/batches/{id}/decisions': { id: 'own batch', body: { items: [{ itemId: 1, decision: 'skip' }] } },
  'POST /api/ai/batches/{id}/undo': { id: 'own batch', body: { decisionIds: [1] } },
  'POST /api/document-readings': {
    id: 'document of no request',
    body: { documentId: '{id}' },
    cases: {
      'requests.viewAll': { ...SEE_OTHERS, id: 'document' },
      'documents.upload': { body: { uploadIds: ['{id}'] }, id: 'upload', without: 403, also: ['ai.documents'] },
    },
  },
  'GET /api/document-readings': { id: 'reading of a request', cases: LESS },
  'GET /api/document-readings/{id}': { id: 'reading', cases: OF_READING },
  'PATCH /api/document-proposals/{id}': {
    id: 'reading',
    body: { version: 1, title: 'Another' },
    cases: OF_READING,
  },
  'POST /api/document-proposals/{id}/decisions': { id: 'reading', body: { decision: 'refuse' }, cases: OF_READING },
  'DELETE /api/document-readings/{id}': { id: 'reading', cases: OF_READING },
  'POST /api/document-readings/{id}/decisions': {
    id: 'reading',
    body: { items: [{ proposalId: NOTHING, decision: 'refuse' }] },
    cases: OF_READING,
  },
  'GET /api/requests/{id}/sources': { id: 'request' },
  'POST /api/ai/train': { body: {} },
  'PUT /api/settings/ai': {
    body: { model: 'small' },
    cases: { 'requests.viewAll': { body: { baseUrl: 'https://llm.example.org/v1' }, without: 403 } },
  },
  'POST /api/settings/ai/test': { body: {} },
  'PUT /api/settings/email': {
    body: { port: 25 },
    cases: {
      'requests.viewAll': { body: { host: 'smtp.example.org', sender: 'rfd@office.example' }, without: 403 },
    },
  },
  'POST /api/settings/email/test': {
    // Nothing listens at the discard port.
    body: { host: '127.0.0.1', port: 9, security: 'none', sender: 'rfd@office.example', to: 'ada@office.example' },
  },
  'PUT /api/settings/backup': { body: { keepDays: 90 } },
  'POST /api/settings/backup/test': { body: {} },
  'GET /api/backups/{id}/content': { id: 'backup' },
  'POST /api/backups/{id}/downloads': { id: 'backup' },
  // Nothing is held.
  'POST /api/backups/release': { body: { waiting: 'send' }, ends: 409 },
  // It is not proven.
  'POST /api/backups/{id}/restore': { id: 'backup', body: { confirm: 'Customs Trade System Programme' }, ends: 409 },
  'DELETE /api/backups/restore': { ends: 409 },
  'POST /api/backups/{id}/verify': { id: 'backup' },
  'DELETE /api/backups/{id}': { id: 'backup' },
  'PUT /api/settings/estimates': { body: { estimateDays: 'working' } },
  'PUT /api/settings/fair-use': { body: { ...FAIR_USE, version: 1 } },
  'PUT /api/settings/general': { body: { version: 1 } },
  'POST /api/settings/departments': { body: { name: 'Legal' } },
  'PUT /api/settings/departments/order': { body: { keys: FIRST_DEPARTMENTS.keys } },
  'PATCH /api/settings/departments/{id}': { id: 'department', body: { name: 'Legal' } },
  'PUT /api/settings/departments/{id}/retirement': {
    id: 'department',
    body: { successor: null },
    cases: { 'team.manage': { id: 'department', body: { successor: null, peopleTo: 'data' }, without: 403 } },
  },
  'DELETE /api/settings/departments/{id}/retirement': { id: 'department' },
  'DELETE /api/settings/blocked-sign-ins/{id}': { id: 'blocked sign-in' },
  'PUT /api/jobs/{id}/retry': { id: 'dead job' },
  'DELETE /api/jobs/{id}': { id: 'dead job' },
  'PUT /api/settings/security': {
    body: { version: 1 },
    cases: { 'requests.viewAll': { body: { version: 1, visibility: 'own' }, without: 403 } },
  },
  'GET /api/audit/news': { query: '?after=0' },
  'POST /api/people': { body: { fullName: 'Eva', username: 'eva', email: 'eva@office.example', role: 'own' } },
  'GET /api/access/{id}': { id: 'person' },
  'GET /api/people/{id}': { id: 'person' },
  'DELETE /api/people/{id}/deactivation': { id: 'person' },
  'DELETE /api/people/{id}/invitation': { id: 'invited person' },
  'DELETE /api/people/{id}/sessions': { id: 'person' },
  'PATCH /api/people/{id}': { id: 'person', body: { version: 1, firstName: 'Eve' } },
  'POST /api/people/imports': { bytes: Buffer.from('full name,username,email,role\nEva,eva,e@office.example,own') },
  'GET /api/people/imports/{id}': { id: 'own people import' },
  'DELETE /api/people/imports/{id}': { id: 'own people import' },
  'GET /api/people/imports/{id}/lines': { id: 'own people import' },
  'GET /api/people/imports/{id}/links': { id: 'own people import' },
  'PUT /api/people/imports/{id}/choices': {
    id: 'own people import',
    body: { columns: guessColumns([]), roles: [], departments: [], updateExisting: false },
  },
  'POST /api/people/imports/{id}/runs': { id: 'own people import' },
  'PUT /api/people/{id}/deactivation': {
    id: 'person',
    body: {},
    cases: { 'requests.assign': { id: 'person', body: { handOverTo: 'user-ben' }, without: 403 } },
  },
  'POST /api/people/changes/preview': {
    body: { chosen: { ids: ['user-ada'] }, action: { kind: 'sessions' } },
    cases: { 'requests.assign': { body: { chosen: { ids: ['user-ada'] }, action: HAND_OVER }, without: 403 } },
  },
  'POST /api/people/changes': {
    id: 'person',
    body: { chosen: { ids: ['{id}'] }, action: { kind: 'sessions' }, ready: 1 },
    cases: {
      'requests.assign': {
        id: 'person',
        body: { chosen: { ids: ['{id}'] }, action: HAND_OVER, ready: 1 },
        without: 403,
      },
    },
  },
  'GET /api/people/changes/{id}': { id: 'own change of people' },
  'DELETE /api/people/changes/{id}': { id: 'own change of people' },
  'GET /api/people/changes/{id}/links': { id: 'own change of people' },
  'POST /api/people/{id}/links': { id: 'person', body: {} },
  'POST /api/see-as': { id: 'person', body: { personId: '{id}' } },
  'POST /api/roles': { body: { name: 'Another role', permissions: [] } },
  'GET /api/roles/{id}/people': { id: 'role' },
  'DELETE /api/roles/{id}': { id: 'role' },
  'PUT /api/roles/{id}': { id: 'role', body: { permissions: [], version: 1 } },
  'DELETE /api/profile/sessions/{id}': { id: 'own session' },
  'PUT /api/profile': {
    body: { firstName: 'Dan', lastName: 'Osei', email: 'dan@office.example', department: 'Compliance' },
  },
  'PUT /api/profile/dashboard': { body: { cards: null } },
  'POST /api/profile/change-password': {
    body: { currentPassword: 'correct horse battery', newPassword: 'another horse battery' },
  },
}
