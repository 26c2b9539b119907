import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { DOCUMENT_SETTINGS } from '../../shared/documents.ts'
import type { Permission } from '../../shared/permissions.ts'
import { FAIR_USE } from '../../shared/settings.ts'

const TEXT = { title: 'Weigh empty trucks, too', description: 'The weighbridge only knows full ones.' }
const VALUES = { department: 'it', priority: 'low' }
const NEW_REQUEST = { ...TEXT, ...VALUES, dueDate: '2026-05-01' }
export const NOTHING = '00000000-0000-4000-8000-000000000000'

/**
 * What `{id}` stands for: a request of Ada, the same while a file of the caller waits under the id NOTHING, one of the caller,
 * a batch of the caller, a document of Ada or of the caller at a request of Ada, one of Ada at none, a file of the
 * the caller that has arrived, somebody who may do nothing, a report of somebody whose account is deactivated, or nothing.
 */
export type Subject =
  | 'request'
  | 'request and upload'
  | 'own request'
  | 'own batch'
  | 'document'
  | 'own document'
  | 'document of no request'
  | 'suggestion'
  | 'upload'
  | 'person'
  | 'report of somebody gone'
  | 'none'

export interface Sample {
  /** with `{id}` in it where it names the subject */
  body?: object
  id?: Subject
  query?: string
}

export interface Case extends Sample {
  /** how it ends without the permission: refused with this status, or answered with something else */
  without: 403 | 404 | 'less'
  /** other permissions that would do as well */
  orElse?: Permission[]
  /** other permissions that it takes as well */
  also?: Permission[]
  /** where people see only their own requests */
  isOwnOnly?: boolean
}

export const SEE_OTHERS: Case = { without: 404, isOwnOnly: true }
const OF_NO_REQUEST = { 'ai.documents': { id: 'document of no request', without: 404 } } as const
export const REPORT = {
  name: 'Ours',
  content: { kind: 'custom', view: '', columns: ['requestId'], groupBy: null, chart: 'none' },
  sharedWith: [],
}
const WHEN = { cadence: 'daily', weekday: 1, monthDay: 1, time: '07:30', timeZone: 'UTC' }
const SCHEDULE = { ...WHEN, formats: ['csv'], recipients: { people: [], roles: [] }, version: 0 }
const CANCEL = { status: 'cancelled' }
const DECISION = { decisions: [{ field: 'priority', outcome: 'accepted' }] }

/** A call of each route that passes its contract, and for what is needed only sometimes a call that needs it. */
export const SAMPLES: Record<string, Sample & { cases?: Partial<Record<Permission, Case>> }> = {
  'GET /api/requests': { cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } } },
  'GET /api/ai/quality': { cases: { 'requests.viewAll': { without: 403, isOwnOnly: true } } },
  'GET /api/dashboard/stats': { cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } } },
  'GET /api/dashboard/status-distribution': { cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } } },
  'GET /api/dashboard/volume': { cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } } },
  'GET /api/analytics/flow': { cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } } },
  'GET /api/analytics/rows': {
    query: '?mark=all',
    cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } },
  },
  'GET /api/analytics/rows.csv': {
    query: '?mark=all',
    cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } },
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
  'GET /api/reports': {
    cases: {
      'analytics.view': { without: 'less' },
      'team.manage': { id: 'report of somebody gone', without: 'less' },
    },
  },
  'GET /api/reports/{id}': { cases: { 'team.manage': { id: 'report of somebody gone', without: 404 } } },
  'DELETE /api/reports/{id}': { cases: { 'team.manage': { id: 'report of somebody gone', without: 404 } } },
  'POST /api/reports': { body: REPORT },
  'PUT /api/reports/{id}': { body: { ...REPORT, version: 1 } },
  'POST /api/report-previews': {
    body: { content: REPORT.content },
    cases: {
      'analytics.view': { body: { content: { kind: 'ready', ready: 'promises' } }, without: 403 },
      'requests.viewAll': { without: 'less', isOwnOnly: true },
    },
  },
  'POST /api/reports/{id}/runs': { body: { formats: ['csv'] } },
  'GET /api/report-runs/{id}/content': { query: '?format=csv' },
  'PUT /api/reports/{id}/schedule': { body: SCHEDULE },
  'POST /api/uploads': { body: { name: 'Letter.pdf', size: 10 } },
  'PATCH /api/uploads/{id}': { query: '?offset=0' },
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
  'PUT /api/settings/documents': { body: DOCUMENT_SETTINGS },
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
  'GET /api/requests/{id}/history': { id: 'request' },
  'GET /api/requests/{id}/pdf': { id: 'request' },
  'GET /api/requests/{id}/outlook': { id: 'request' },
  'GET /api/requests/{id}/comments': { id: 'request' },
  'POST /api/requests/{id}/comments': { id: 'request', body: { comment: 'x' } },
  'GET /api/ai/classification/{id}': { id: 'request' },
  'GET /api/ai/analyze-request/{id}': { id: 'request' },
  'GET /api/ai/status': { cases: { 'requests.viewAll': { without: 'less', isOwnOnly: true } } },
  'POST /api/ai/classify-request': {
    body: TEXT,
    cases: { 'requests.viewAll': { ...SEE_OTHERS, id: 'request', body: { ...TEXT, requestId: '{id}' } } },
  },
  'POST /api/ai/feedback': {
    body: { suggestionId: NOTHING, ...DECISION },
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
    cases: { 'requests.viewAll': { ...SEE_OTHERS, id: 'request', body: { ...TEXT, ...VALUES, requestId: '{id}' } } },
  },
  'POST /api/ai/user-assistant': {
    body: { message: 'How long does it take?', context: 'user_assistance' },
    cases: {
      'dashboard.view': { without: 'less', body: { message: 'How are we doing?', context: 'user_assistance' } },
    },
  },
  'POST /api/ai/similar': { body: TEXT },
  'POST /api/ai/batches': { body: {} },
  'POST /api/ai/batches/{id}/cancel': { body: {} },
  'POST /api/ai/batches/{id}/decisions': { id: 'own batch', body: { items: [{ itemId: 1, decision: 'skip' }] } },
  'POST /api/ai/batches/{id}/undo': { id: 'own batch', body: { decisionIds: [1] } },
  'POST /api/document-readings': {
    body: { documentId: NOTHING },
    cases: {
      'documents.upload': { body: { uploadIds: ['{id}'] }, id: 'upload', without: 403, also: ['ai.documents'] },
    },
  },
  'PATCH /api/document-proposals/{id}': { body: { version: 1, title: 'Another' } },
  'POST /api/document-proposals/{id}/decisions': { body: { decision: 'refuse' } },
  'DELETE /api/document-readings/{id}': {},
  'POST /api/document-readings/{id}/decisions': { body: { items: [{ proposalId: NOTHING, decision: 'refuse' }] } },
  'GET /api/requests/{id}/sources': { id: 'request' },
  'POST /api/ai/train': { body: {} },
  'PUT /api/settings/ai': { body: { model: 'small' } },
  'POST /api/settings/ai/test': { body: {} },
  'PUT /api/settings/estimates': { body: { estimateDays: 'working' } },
  'PUT /api/settings/fair-use': { body: FAIR_USE },
  'PUT /api/settings/general': { body: { version: 1 } },
  'POST /api/settings/departments': { body: { name: 'Legal' } },
  'PUT /api/settings/departments/order': { body: { keys: FIRST_DEPARTMENTS.keys } },
  'PATCH /api/settings/departments/{id}': { body: { name: 'Legal' } },
  'PUT /api/settings/departments/{id}/retirement': { body: { successor: null, moveOpen: false } },
  'PUT /api/settings/security': { body: { version: 1 } },
  'GET /api/audit/news': { query: '?after=0' },
  'POST /api/people': { body: { fullName: 'Eva', username: 'eva', email: 'eva@office.example', role: 'own' } },
  'PATCH /api/people/{id}': { body: { version: 1, firstName: 'Eve' } },
  'POST /api/people/imports/preview': { body: { csv: 'full name,username,email,role' } },
  'POST /api/people/imports': {
    body: { csv: 'full name,username,email,role\nEva,eva,e@office.example,own', people: 1 },
  },
  'PUT /api/people/{id}/deactivation': {
    body: {},
    cases: { 'requests.assign': { id: 'person', body: { handOverTo: 'user-ben' }, without: 403 } },
  },
  'POST /api/people/{id}/links': { body: {} },
  'POST /api/see-as': { body: { personId: NOTHING } },
  'POST /api/roles': { body: { name: 'Another role', permissions: [] } },
  'PUT /api/roles/{id}': { body: { permissions: [], version: 1 } },
  'PUT /api/profile': {
    body: { firstName: 'Dan', lastName: 'Osei', email: 'dan@office.example', department: 'Compliance' },
  },
  'PUT /api/profile/dashboard': { body: { cards: null } },
  'POST /api/profile/change-password': {
    body: { currentPassword: 'correct horse battery', newPassword: 'another horse battery' },
  },
}
