import { OPEN_OR } from './request-rules.ts'
import type { Permission } from './permissions.ts'

interface Words {
  title: string
  /** what it allows, for the person who grants it */
  line: string
}

/** Every permission with its wording, in the groups of the role screen. */
export const PERMISSION_GROUPS: readonly { title: string; permissions: Partial<Record<Permission, Words>> }[] = [
  {
    title: 'Requests',
    permissions: {
      'requests.create': { title: 'Submit requests', line: 'Also from suggestions of the AI' },
      'requests.cancelOwn': { title: 'Cancel their own requests', line: `While they are ${OPEN_OR}` },
      'requests.edit': { title: 'Edit requests', line: 'Anybody’s: text, priority, department, due date and status' },
      'requests.assign': { title: 'Assign requests', line: 'Together with Edit requests' },
      'requests.cancelAny': { title: 'Cancel anybody’s requests', line: `While they are ${OPEN_OR}` },
      'requests.viewAll': {
        title: 'See every request',
        line: 'Counts where the office shows people only their own requests',
      },
      'comments.create': { title: 'Add comments', line: 'On every request that they see' },
      'comments.internal': { title: 'Internal comments', line: 'Comments that the requester does not see' },
      'documents.upload': { title: 'Upload documents', line: 'To requests that they see' },
      'documents.delete': { title: 'Delete documents', line: 'Anybody’s' },
    },
  },
  {
    title: 'AI',
    permissions: {
      'ai.classify': { title: 'Classify requests', line: 'Ask for suggestions and decide about them' },
      'ai.estimate': { title: 'Estimate processing times', line: 'Of drafts and of requests' },
      'ai.assistant': { title: 'Ask the assistant', line: 'It answers from what they may see' },
      'ai.batch': { title: 'Analyze the backlog', line: 'Together with Edit requests, which decisions need' },
      'ai.documents': { title: 'Read documents with AI', line: 'Propose requests from a document' },
    },
  },
  {
    title: 'Figures and reports',
    permissions: {
      'dashboard.view': {
        title: 'See the dashboard’s figures',
        line: 'Statistics, charts, and the assistant’s figures',
      },
      'analytics.view': { title: 'See analytics', line: 'And how good suggestions and estimates are' },
      'reports.export': { title: 'Export requests', line: 'Take lists along as files' },
      'reports.schedule': { title: 'Schedule reports', line: 'Have them made regularly, for others too' },
    },
  },
  {
    title: 'Administration',
    permissions: {
      'team.manage': { title: 'Manage people', line: 'Accounts, invitations, and who has which role' },
      'roles.manage': { title: 'Manage roles', line: 'What every role but their own may do' },
      'settings.manage': { title: 'Change settings', line: 'Of the whole office, security included' },
      'backups.manage': { title: 'Manage backups', line: 'Run, schedule, verify, download and delete them' },
      'audit.read': {
        title: 'Read the audit log',
        line: 'Everything that anybody did: sign-ins with addresses, what they read, exported and were refused, old and new values of requests and accounts with names and email addresses. Also of requests that they may not see',
      },
    },
  },
]

const WORDS = Object.assign({}, ...PERMISSION_GROUPS.map(({ permissions }) => permissions)) as Record<Permission, Words>

export function permissionTitle(permission: Permission): string {
  return WORDS[permission].title
}
