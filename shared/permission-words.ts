import { OPEN_OR } from './request-rules.ts'
import { say } from './texts/say.ts'
import type { Permission } from './permissions.ts'

interface Words {
  title: string
  /** what it allows, for the person who grants it */
  line: string
}

/** Every permission with its wording, in the groups of the role screen. */
export function permissionGroups(): { title: string; permissions: Partial<Record<Permission, Words>> }[] {
  return [
    {
      title: say('Requests'),
      permissions: {
        'requests.create': { title: say('Submit requests'), line: say('Also from suggestions of the AI') },
        'requests.cancelOwn': {
          title: say('Cancel their own requests'),
          line: say('While they are {open}', { open: OPEN_OR }),
        },
        'requests.edit': {
          title: say('Edit requests'),
          line: say('Anybody’s: text, priority, department, due date and status'),
        },
        'requests.assign': { title: say('Assign requests'), line: say('Together with Edit requests') },
        'requests.cancelAny': {
          title: say('Cancel anybody’s requests'),
          line: say('While they are {open}', { open: OPEN_OR }),
        },
        'requests.viewAll': {
          title: say('See every request'),
          line: say('Counts where the office shows people only their own requests'),
        },
        'comments.create': { title: say('Add comments'), line: say('On every request that they see') },
        'comments.internal': { title: say('Internal comments'), line: say('Comments that the requester does not see') },
        'documents.upload': { title: say('Upload documents'), line: say('To requests that they see') },
        'documents.delete': { title: say('Delete documents'), line: say('Anybody’s') },
      },
    },
    {
      title: say('AI'),
      permissions: {
        'ai.classify': { title: say('Classify requests'), line: say('Ask for suggestions and decide about them') },
        'ai.estimate': { title: say('Estimate processing times'), line: say('Of drafts and of requests') },
        'ai.assistant': { title: say('Ask the assistant'), line: say('It answers from what they may see') },
        'ai.batch': {
          title: say('Analyze the backlog'),
          line: say('Together with Edit requests, which decisions need'),
        },
        'ai.documents': { title: say('Read documents with AI'), line: say('Propose requests from a document') },
      },
    },
    {
      title: say('Figures and reports'),
      permissions: {
        'dashboard.view': {
          title: say('See the dashboard’s figures'),
          line: say('Statistics, charts, and the assistant’s figures'),
        },
        'analytics.view': { title: say('See analytics'), line: say('And how good suggestions and estimates are') },
        'reports.export': { title: say('Export requests'), line: say('Take lists along as files') },
        'reports.schedule': { title: say('Schedule reports'), line: say('Have them made regularly, for others too') },
      },
    },
    {
      title: say('Administration'),
      permissions: {
        'team.manage': { title: say('Manage people'), line: say('Accounts, invitations, and who has which role') },
        'roles.manage': { title: say('Manage roles'), line: say('What every role but their own may do') },
        'settings.manage': { title: say('Change settings'), line: say('Of the whole office, security included') },
        'backups.manage': {
          title: say('Manage backups'),
          line: say('Run, schedule, verify, download and delete them'),
        },
        'audit.read': {
          title: say('Read the audit log'),
          line: say(
            'Everything that anybody did: sign-ins with addresses, what they read, exported and were refused, old and new values of requests and accounts with names and email addresses. Also of requests that they may not see',
          ),
        },
      },
    },
  ]
}

export function permissionTitle(permission: Permission): string {
  // Safe: a test goes through all permissions.
  return permissionGroups().find(({ permissions }) => permission in permissions)!.permissions[permission]!.title
}
