import { dateWords } from '../../../shared/dates.ts'
import type { Notice, NoticeCode, NoticeReason } from '../../../shared/notices.ts'
import { fullName } from '../../../shared/people.ts'
import { STATUSES } from '../../../shared/request-rules.ts'

/** A kind of notice in the middle of a sentence: "mail about comments". */
export const KINDS: Record<NoticeCode, string> = {
  created: 'new requests in your department',
  assigned: 'requests that are assigned to you',
  status: 'changes of status',
  declined: 'rejected requests',
  decision: 'decisions on suggestions',
  comment: 'comments',
  mention: 'mentions',
  question: 'questions for you',
  'due-soon': 'due dates that come near',
  overdue: 'overdue requests',
  'batch-ready': 'finished analyses',
  'report-ready': 'finished reports',
  'backup-failed': 'failed backups',
  'backup-missing': 'missing backups',
  'sign-in': 'sign-ins from a new place',
}

/** After "You get this because". */
export const REASONS: Record<NoticeReason, string> = {
  mention: 'you are mentioned',
  question: 'the question is for you',
  assigned: 'you work on the request',
  own: 'you asked for it',
  commented: 'you commented on the request',
  watching: 'you watch the request',
  department: 'the request is in your department',
  started: 'you started it',
  scheduled: 'you scheduled it',
  sent: 'it is sent to you',
  account: 'it is about your account',
  backups: 'you manage backups',
}

type Values = Notice['values']

/** What happened, as a sentence without its full stop. @param departmentOf the name of a department */
export function sentenceOf({ code, values }: Notice, departmentOf: (key: string) => string): string {
  return values.count > 1 ? `${values.count} notifications about ${KINDS[code]}` : single(code, values, departmentOf)
}

function single(code: NoticeCode, values: Values, departmentOf: (key: string) => string): string {
  const who = values.actor ? fullName(values.actor) : 'Somebody'
  const due = values.dueDate === null ? '' : ` ${dateWords(values.dueDate)}`
  switch (code) {
    case 'created':
      return `${who} submitted a request${values.department === null ? '' : ` for ${departmentOf(values.department)}`}`
    case 'assigned':
      return `${who} assigned the request to you`
    case 'status':
      return `${who} changed the status${statusChange(values)}`
    case 'declined':
      return `${who} rejected the request`
    case 'decision':
      return `${who} decided on a suggestion for your request`
    case 'comment':
      return `${who} commented`
    case 'mention':
      return `${who} mentioned you`
    case 'question':
      return `${who} asked you a question`
    case 'due-soon':
      return `The request is due${due}`
    case 'overdue':
      return `The request was due${due}`
    case 'batch-ready':
      return 'The analysis that you started is finished'
    case 'report-ready':
      return values.name === null ? 'Your report is ready' : `Your report ${values.name} is ready`
    case 'backup-failed':
      return 'A backup failed, or is not proven'
    case 'backup-missing':
      return 'Scheduled backups are missing'
    case 'sign-in':
      return `Somebody signed in to your account from a new place${values.address === null ? '' : `: ${values.address}`}`
  }
}

function statusChange({ from, to }: Values): string {
  return from === null || to === null ? '' : ` from ${statusIn(from)} to ${statusIn(to)}`
}

function statusIn(value: string): string {
  return STATUSES[value as keyof typeof STATUSES] ?? value
}
