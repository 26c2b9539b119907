import { fold } from './fold.ts'

/** The groups by which the audit log can be filtered. */
export const AUDIT_GROUPS = {
  'sign-ins': 'Sign-ins and sessions',
  denied: 'Denied calls',
  requests: 'Requests',
  ai: 'AI',
  people: 'People and roles',
  settings: 'Settings',
  operation: 'Operation',
  log: 'Audit log',
} as const
export type AuditGroup = keyof typeof AUDIT_GROUPS

/**
 * Every action that the server writes, by group, with its sentence. `{actor}` and `{target}` are people and things, any
 * other name is a detail of the entry; a part in brackets is left out when its name has no value.
 */
const SENTENCES = {
  'sign-ins': {
    'session.started': '{actor} signed in',
    'session.refused': 'A sign-in failed[ for {target}]',
    'session.ended': '{actor} ended one of their sessions',
    'session.others-ended': '{actor} ended their other sessions',
    'attempt.throttled': 'Further attempts had to wait[ for {target}]',
    'sign-in.block-lifted': '{actor} lifted a block on signing in[ for {target}]',
    'password.changed': '{actor} changed their password',
    'password.refused': '{actor} gave a wrong current password',
    'password.reset': '{actor} chose a new password with a link',
    'invitation.accepted': '{actor} accepted an invitation',
    'link.refused': 'A one-time link was refused[ for {target}]',
    'sign-in.unlocked-on-server': 'Blocks on signing in were lifted on the server’s command line[ for {target}]',
    'session.ended-by-other': '{actor} signed {target} out',
  },
  denied: {
    'access.denied': '{actor} was denied {route}',
  },
  requests: {
    'request.created': '{actor} submitted {target}',
    'request.updated': '{actor} changed {target}',
    'request.cancelled': '{actor} cancelled {target}',
    'requests.exported': '{actor} exported requests[ as {format}]',
    'request.exported': '{actor} exported {target}[ as {format}]',
    'list.exported': '{actor} exported {list}[ as {format}]',
    'export.read': '{actor} downloaded the export {name}',
    'report.created': '{actor} saved the report {name}',
    'report.changed': '{actor} changed the report {name}',
    'report.deleted': '{actor} deleted the report {name}[ of {owner}]',
    'report.taken-over': '{actor} took over the report {name} of {owner}',
    'report.made': '{actor} had the report {name} made[ as {formats}]',
    'report.failed': 'The report {name} could not be made for {actor}',
    'report.read': '{actor} downloaded the report {name}[ as {format}]',
    'report.scheduled': '{actor} scheduled the report {name}',
    'report.schedule-deleted': '{actor} deleted their schedule of the report {name}',
    'report.schedule-stopped': 'The schedule of the report {name} for {actor} was stopped',
    'comment.added': '{actor} commented on {target}',
    'comment.edited': '{actor} edited a comment on {target}',
    'comment.deleted': '{actor} deleted a comment on {target}',
    'document.added': '{actor} attached {name} to {target}',
    'document.removed': '{actor} deleted the document {name} of {target}',
    'document.restored': '{actor} restored the document {name} of {target}',
  },
  ai: {
    'ai.request-classified': '{actor} had {target} classified',
    'ai.request-analyzed': '{actor} had the time for {target} estimated',
    'ai.suggestion-decided': '{actor} decided on a suggestion[ for {target}]',
    'ai.suggestion-skipped': '{actor} skipped the suggestion for {target}',
    'ai.decision-undone': '{actor} undid a decision on the suggestion for {target}',
    'ai.batch-started': '{actor} started an analysis of {requests} requests',
    'ai.batch-cancelled': '{actor} stopped an analysis',
    'ai.batch-failed': 'An analysis started by {actor} was stopped: {failed} of its requests could not be analyzed',
    'ai.conversation-deleted': '{actor} deleted their conversation with the assistant',
    'ai.document-reading-started': '{actor} had a document read',
    'ai.document-reading-deleted': '{actor} deleted what was read in {name}',
    'ai.proposal-accepted': '{actor} created {requestId} from a document',
    'ai.proposal-refused': '{actor} dismissed a request proposed from a document',
    'ai.decision-on-proposal-undone': '{actor} undid a decision on a request proposed from a document',
    'ai.training-requested': '{actor} started a training',
  },
  people: {
    'user.created': '{actor} created the account of {target}',
    'user.invited': '{actor} invited {target}',
    'user.changed': '{actor} changed the account of {target}',
    'user.deactivated': '{actor} deactivated the account of {target}',
    'user.reactivated': '{actor} reactivated the account of {target}',
    'people.changed': '{actor} started a change of {people} accounts at once',
    'people.change-stopped': '{actor} stopped a change of several accounts',
    'invitation.renewed': '{actor} made a new invitation link for {target}',
    'invitation.withdrawn': '{actor} withdrew the invitation of {username}',
    'link.made-on-server': 'A one-time link for {target} was made on the server’s command line',
    'password-link.created': '{actor} made a password link for {target}',
    'profile.changed': '{actor} changed their profile',
    'user.role-changed': '{actor} changed the role of {target}',
    'user.made-administrator-on-server': '{target} was made an administrator on the server’s command line',
    'role.created': '{actor} created the role {target}',
    'role.changed': '{actor} changed the role {target}',
    'role.completed': 'The role {target} was given the permissions that it lacked',
    'role.deleted': '{actor} deleted the role {target}',
    'see-as.started': '{actor} began to see the page as {target}',
    'see-as.stopped': '{actor} stopped seeing the page as {target}',
  },
  settings: {
    'settings.language-model-changed': '{actor} changed the language model settings',
    'settings.language-model-tested': '{actor} tested the language model',
    'settings.backup-changed': '{actor} changed the backup settings',
    'settings.backup-tested': '{actor} tried out where backups go',
    'settings.email-changed': '{actor} changed the email settings',
    'mail.muted': '{actor} ended mail about {topic} with a link in it',
    'settings.email-tested': '{actor} sent a test message',
    'settings.estimate-days-changed': '{actor} changed the days that estimates count',
    'settings.fair-use-changed': '{actor} changed what one person may send',
    'settings.documents-changed': '{actor} changed what may be attached',
    'settings.general-changed': '{actor} changed the general settings',
    'settings.general-kept': '{actor} kept the general settings as they are',
    'department.added': '{actor} added the department {name}',
    'department.renamed': '{actor} renamed the department {before} to {after}',
    'department.ordered': '{actor} put the departments in order',
    'department.retired': '{actor} retired the department {name}',
    'department.reinstated': '{actor} brought back the department {name}',
    'settings.checklist-dismissed': '{actor} dismissed the checklist for a new office',
    'settings.security-changed': '{actor} changed the security policy',
    'settings.security-kept': '{actor} kept the security policy as it is',
  },
  operation: {
    'office.seeded': 'The office was filled with examples',
    'backup.started': '{actor} started a backup',
    'backup.verified': '{actor} had the backup of {startedAt} verified',
    'backup.downloaded': '{actor} downloaded the backup of {startedAt}',
    'backup.deleted': '{actor} deleted the backup of {startedAt}',
    'backup.failed': 'A backup was not proven or failed',
    'backup.restored': 'The office was restored from a backup of {madeAt}',
    'backup.restore-asked': '{actor} asked for the backup of {startedAt} to be restored',
    'backup.restore-withdrawn': '{actor} withdrew the restore of the backup of {startedAt}',
    'backup.released': '{actor} let mail and schedules go out again after a restore',
    'job.retried': '{actor} put a job back into the queue',
    'job.dropped': '{actor} dropped a job',
  },
  log: {
    'audit.read': '{actor} read the audit log',
    'audit.exported': '{actor} exported the audit log',
    'audit.head-noted': 'The digest of the log up to entry {entries} was noted',
    'audit.key-changed': 'SECRET_KEY has changed: earlier entries can only be checked with the former one',
    'audit.damage-found': 'Damage to the audit log was found',
    'audit.damage-accepted':
      'The audit log is watched anew from entry {entries} on, as set on the server’s command line',
    'audit.note-begun': 'A server that had no note of the audit log began one at entry {entries}',
  },
} as const satisfies Record<AuditGroup, Record<string, string>>

type Sentences = typeof SENTENCES
/** Action of an entry: noun and past tense. Each has its sentence in `SENTENCES`. */
export type AuditAction = { [G in AuditGroup]: keyof Sentences[G] }[AuditGroup]

const BY_ACTION: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(SENTENCES))

export function actionsOf(group: AuditGroup): string[] {
  return Object.keys(SENTENCES[group])
}

/** Undefined for actions of another version. */
export function sentenceOf(action: string): string | undefined {
  return Object.hasOwn(BY_ACTION, action) ? BY_ACTION[action] : undefined
}

/** The actions whose sentences contain the text, for a search. */
export function actionsSaying(text: string): string[] {
  const query = fold(text)
  return Object.entries(BY_ACTION).flatMap(([action, sentence]) => (fold(sentence).includes(query) ? [action] : []))
}
