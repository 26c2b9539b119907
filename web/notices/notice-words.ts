import { daysBetween } from '../../shared/dates.ts'
import type { Notice, NoticeCode, NoticeReason, NoticeValues } from '../../shared/notices.ts'
import { fullName } from '../../shared/people.ts'
import { isOpen, STATUS_KEYS, STATUSES, type Status } from '../../shared/request-rules.ts'
import { currentDepartments } from '../client/departments.ts'
import { currentSession } from '../client/session.ts'
import { dateWords, officeToday } from '../ui/formats/dates.ts'
import { dueNote } from '../ui/formats/due-words.ts'
import { count } from '../ui/count.ts'

/** A piece of a sentence. `REQUEST` stands for the linked number of the request. */
export type Piece = string | { strong: string } | { link: string; to: string } | { request: string } | typeof REQUEST

interface Words {
  /** its name in the preferences */
  kind: string
  hint: string
  one: (notice: Notice, today: string) => Piece[]
  /** of a notice that bundles several events */
  several: (values: NoticeValues) => Piece[]
}

export const REQUEST: unique symbol = Symbol('request')
const strong = (words: string): Piece => ({ strong: words })

/** "4 requests", as the subject or the object of a sentence. */
const requests = ({ requests: n }: NoticeValues) => (n === 1 ? 'a request' : `${count(n)} requests`)

/** The sentence of somebody who did something; without the name it is "Somebody". */
function did({ values: { actor } }: Pick<Notice, 'values'>, ...what: Piece[]): Piece[] {
  return [strong(fullName(actor) || 'Somebody'), ' ', ...what]
}

const toRequests = (values: NoticeValues, before: string, after = '') =>
  did({ values }, `${before} `, strong(requests(values)), after)

/** What is said before and after the request whose status changed. */
function statusWords({ from, to }: NoticeValues): [before: string, after: string] {
  if (to === 'in_progress') return [from === 'pending' ? 'started work on' : 'reopened', '']
  if (to === 'pending') return from === 'rejected' ? ['reopened', ''] : ['returned', ' to review']
  if (to === 'completed' || to === 'cancelled') return [to, '']
  const status = STATUS_KEYS.find((key) => key === to)
  return status && isOpen(status) ? ['moved', ` to ${STATUSES[status]}`] : ['changed the status of', '']
}

/** "is due in 2 days" on the day of the notice; later the date alone, because the distance is no longer true. */
function dueWords({ values: { dueDate }, at }: Notice, today: string): string {
  if (dueDate === null) return 'is due'
  const isOfToday = officeToday(new Date(at)) === today
  const near = dueNote({ status: 'pending', dueDate, completedAt: null }, today)
  if (isOfToday && near) return near.late ? `is ${near.text}` : `is due ${near.text}`
  return `${daysBetween(today, dueDate) < 0 ? 'was' : 'is'} due on ${dateWords(dueDate)}`
}

const due = (notice: Notice, today: string): Piece[] => [REQUEST, ' ', strong(dueWords(notice, today))]

const inDepartment = ({ department }: NoticeValues) =>
  department ? ` in ${currentDepartments().nameOf(department)}` : ''

/** Several requests as a link to those of the list. */
function listed(words: string, filters: Record<string, string>): Piece {
  const known = Object.entries(filters).filter(([, value]) => value !== '')
  return { link: words, to: `/requests?${new URLSearchParams(known)}` }
}
const toMe = () => ({ assignedTo: currentSession()?.user.id ?? 'unassigned' })

const WORDS: Record<NoticeCode, Words> = {
  mention: {
    kind: 'Mentions',
    hint: 'Somebody wrote @ and your name',
    one: (notice) => did(notice, 'mentioned you in ', REQUEST),
    several: (values) => toRequests(values, 'mentioned you in'),
  },
  question: {
    kind: 'Questions for you',
    hint: 'A comment with a question that waits for your answer',
    one: (notice) => did(notice, 'asked you a question in ', REQUEST),
    several: (values) => toRequests(values, 'asked you questions in'),
  },
  assigned: {
    kind: 'Assigned to you',
    hint: 'A request was given to you',
    one: (notice) => did(notice, 'assigned ', REQUEST, ' to you'),
    several: (values) => did({ values }, 'assigned ', listed(requests(values), toMe()), ' to you'),
  },
  status: {
    kind: 'Status changes',
    hint: 'Of requests that you watch',
    one: (notice) => {
      const [before, after] = statusWords(notice.values)
      return did(notice, `${before} `, REQUEST, after)
    },
    several: (values) => toRequests(values, ...statusWords(values)),
  },
  declined: {
    kind: 'Rejections',
    hint: 'A request that you watch was rejected, with the reason',
    one: (notice) => did(notice, 'rejected ', REQUEST),
    several: (values) => toRequests(values, 'rejected'),
  },
  decision: {
    kind: 'Decisions on suggestions',
    hint: 'Somebody decided on what the AI suggested for your request',
    one: (notice) => did(notice, 'decided on the suggestions for ', REQUEST),
    several: (values) => toRequests(values, 'decided on the suggestions for'),
  },
  comment: {
    kind: 'Comments',
    hint: 'On requests that you watch',
    one: (notice) => did(notice, 'commented on ', REQUEST),
    several: (values) => toRequests(values, 'commented on'),
  },
  created: {
    kind: 'New requests',
    hint: 'In your department',
    one: (notice) => did(notice, 'submitted ', REQUEST, inDepartment(notice.values)),
    several: (values) => [
      listed(`${count(values.requests)} new requests`, { status: 'pending', department: values.department ?? '' }),
      ` wait for review${inDepartment(values)}`,
    ],
  },
  'due-soon': {
    kind: 'Due soon',
    hint: 'Requests that are assigned to you',
    one: due,
    several: (values) => [listed(requests(values), toMe()), ' are due soon'],
  },
  overdue: {
    kind: 'Overdue',
    hint: 'Requests that are assigned to you',
    one: due,
    several: (values) => [listed(requests(values), { ...toMe(), overdue: 'true' }), ' are overdue'],
  },
  'batch-ready': {
    kind: 'Backlog analyses',
    hint: 'One that you started has finished',
    one: ({ values }) => batchWords(values),
    several: ({ count: n }) => [strong(`${count(n)} backlog analyses`), ' have finished'],
  },
  'report-ready': {
    kind: 'Reports',
    hint: 'One that you scheduled, or that is sent to you, is ready',
    one: ({ values }) => reportWords(values),
    several: ({ count: n }) => [strong(`${count(n)} reports`), ' are ready'],
  },
  'backup-failed': {
    kind: 'Failed backups',
    hint: 'A backup failed, or could not be proven',
    one: ({ values }) => [linked('A backup', values.path), ' failed or is not proven'],
    several: ({ count: n, path }) => [linked(`${count(n)} backups`, path), ' failed or are not proven'],
  },
  'backup-missing': {
    kind: 'Missing backups',
    hint: 'A scheduled backup has not been made, or none could be proven',
    one: ({ values }) => ['Scheduled ', linked('backups', values.path), ' are missing: none was proven in time'],
    several: ({ path }) => ['Scheduled ', linked('backups', path), ' are missing: none was proven in time'],
  },
  'sign-in': {
    kind: 'Sign-ins from a new place',
    hint: 'Your account was used from an address that is new for it',
    one: ({ values }) => [
      'New sign-in to your account',
      ' from ',
      strong(values.address ?? 'a new place'),
      '. ',
      { link: 'Check your sessions', to: '/profile' },
    ],
    several: ({ count: n }) => [
      strong(`${count(n)} sign-ins`),
      ' to your account from new places. ',
      { link: 'Check your sessions', to: '/profile' },
    ],
  },
}

function linked(words: string, to: string | null): Piece {
  return to === null ? words : { link: words, to }
}

function batchWords({ rows, path }: NoticeValues): Piece[] {
  const analysis = linked('Backlog analysis', path)
  if (rows === null) return [analysis, ' finished']
  if (rows === 0) return [analysis, ' finished: no suggestion differs from what is set']
  const [suggestions, differ] = rows === 1 ? ['1 suggestion', 'differs'] : [`${count(rows)} suggestions`, 'differ']
  return [analysis, ' finished: ', strong(suggestions), ` ${differ} from what is set`]
}

function reportWords({ name, path, rows }: NoticeValues): Piece[] {
  const size = rows === null ? '' : `, ${count(rows)} ${rows === 1 ? 'row' : 'rows'}`
  return ['Your report is ready: ', linked(name ?? 'open it', path), size]
}

/** Table lookup that survives codes of a newer server. */
function wordsFor(code: string): Words | undefined {
  return Object.hasOwn(WORDS, code) ? WORDS[code as NoticeCode] : undefined
}

/** What happened, in pieces. A notice of an unknown kind, from a newer server, says that it is one. */
export function sentenceOf(notice: Notice, today = officeToday()): Piece[] {
  const words = wordsFor(notice.code)
  const pieces = !words ? unknownWords(notice) : severalOrOne(words, notice, today)
  // A request that is gone, or that its reader may no longer see, has no number.
  return pieces.map((piece) => (piece === REQUEST && notice.requestId === null ? 'a request' : piece))
}

function severalOrOne({ one, several }: Words, notice: Notice, today: string): Piece[] {
  const { values, requestId } = notice
  if (values.count === 1) return one(notice, today)
  // Several comments on one request are not several requests.
  return requestId === null
    ? [...several(values), ...membersOf(notice)]
    : [...one(notice, today), ` ${count(values.count)} times`]
}

/** The first requests of a bundle, and a way to all of them. */
function membersOf({ id, values: { requests: n, requestIds = [] } }: Notice): Piece[] {
  const named = requestIds.flatMap((request, i): Piece[] => [i === 0 ? ': ' : ', ', { request }])
  const more = n - requestIds.length
  if (named.length === 0 || more <= 0) return named
  return [...named, ' and ', { link: `${count(more)} more`, to: `/requests?${new URLSearchParams({ notice: id })}` }]
}

function unknownWords({ requestId }: Notice): Piece[] {
  const news = 'There is news that this version of the page cannot show. Reload the page.'
  return requestId === null ? [news] : [REQUEST, `: ${news.charAt(0).toLowerCase()}${news.slice(1)}`]
}

/** The same sentence as plain text, for the names of buttons. */
export function plainSentence(notice: Notice, today = officeToday()): string {
  return sentenceOf(notice, today)
    .map((piece) => {
      if (typeof piece === 'string') return piece
      if (piece === REQUEST) return notice.requestId
      if ('request' in piece) return piece.request
      return 'strong' in piece ? piece.strong : piece.link
    })
    .join('')
}

/** The line under the sentence: what was written, why it was rejected, or which request it is about. */
export function quoteOf({ values }: Notice): string | null {
  return values.excerpt ?? values.reason ?? values.title
}

/** Name of a kind of notice. */
export function kindName(code: NoticeCode): string {
  return wordsFor(code)?.kind ?? 'Other notifications'
}

export function kindHint(code: NoticeCode): string {
  return WORDS[code].hint
}

/** The new status of the request, for the glyph. */
export function statusOf({ code, values }: Notice): Status | null {
  if (code === 'created' && values.count > 1) return 'pending'
  if (code === 'declined') return 'rejected'
  return code === 'status' && values.to !== null && Object.hasOwn(STATUSES, values.to) ? (values.to as Status) : null
}

const REASONS: Record<NoticeReason, string> = {
  mention: 'you were mentioned',
  question: 'you were asked',
  assigned: 'it is assigned to you',
  own: 'you requested it',
  commented: 'you commented on it',
  watching: 'you watch it',
  department: 'it is in your department',
  started: 'you started it',
  scheduled: 'you scheduled it',
  sent: 'it is sent to you',
  account: 'it is about your account',
  backups: 'you manage backups',
}

/** Why somebody got a notice, the strongest first. Reasons of a newer server are left out. */
export function reasonsOf({ reasons }: Pick<Notice, 'reasons'>): string[] {
  return reasons.flatMap(({ code }) => (Object.hasOwn(REASONS, code) ? [REASONS[code]] : []))
}
